import type { ReactNode } from 'react'
import { isOptimizerState, type OptimizerState } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { Mark, Marked, outline, pauseShape, severityShapes } from '../../kit/marks/Mark.tsx'
import { Elapsed } from '../../kit/values/Elapsed.tsx'
import classes from './SiteState.module.css'
import { serverWords } from './server-words.ts'

interface StateLook {
  readonly shape: ReactNode
  /** What the state means for the site's visitors. `{server}` is the one behind the site. */
  readonly meaning: string
}

const maintenanceShape = <path d="M6 1.4 11 10.4H1Z" {...outline} />
const circle = <circle cx="6" cy="6" r="4.2" {...outline} />

const stateLooks: Readonly<Record<OptimizerState, StateLook>> = {
  active: { shape: severityShapes.ok, meaning: 'Visitors get cached, compressed pages.' },
  trial: {
    shape: (
      <>
        {circle}
        <path d="M6 1.8a4.2 4.2 0 0 1 0 8.4Z" />
      </>
    ),
    meaning: 'Visitors get cached, compressed pages, on the free plan.',
  },
  preview: {
    shape: <circle cx="6" cy="6" r="4.2" {...outline} strokeDasharray="2.2 1.5" />,
    meaning: 'Only the preview address is optimized; visitors still go to {server}.',
  },
  transparent: {
    shape: <path d="M6 1.4 10.6 6 6 10.6 1.4 6Z" {...outline} />,
    meaning: 'Requests pass through unchanged and are counted.',
  },
  bypass: {
    shape: <path d="M1 9C3 3 6 3 10 6M10.4 2.6V6.3H6.7" {...outline} />,
    meaning: 'Visitors go straight to {server}.',
  },
  maintenance: { shape: maintenanceShape, meaning: 'Visitors get a maintenance page.' },
  'proxy only': {
    shape: pauseShape,
    meaning: 'Paused by the service: requests are only forwarded.',
  },
  off: { shape: circle, meaning: 'The service isn’t in the way of this site.' },
}

interface Props {
  /** Null for a site with a deferred host. An unknown state is shown as received. */
  state: unknown
  /** ISO 8601; left out where that isn't known. */
  since?: string | null | undefined
}

/** A site's optimizer state, and for how long it has been in it. */
export function SiteState({ state, since }: Props) {
  if (isOptimizerState(state)) {
    return (
      <Marked mark={<Mark tone="muted">{stateLooks[state].shape}</Mark>}>
        <span>
          {state}
          {since && (
            <>
              {' '}
              <Elapsed since={since} className={classes.since} />
            </>
          )}
        </span>
      </Marked>
    )
  }
  return <span>{typeof state === 'string' && state ? state : 'no optimizer'}</span>
}

/** What an optimizer state means for the site's visitors. */
export function meaningOf(state: unknown, scope: Pick<Scope, 'kind'>): string {
  if (isOptimizerState(state)) return stateLooks[state].meaning.replace('{server}', serverWords(scope))
  if (typeof state === 'string' && state) return 'This dashboard doesn’t recognize the state that the service reported.'
  return 'The host is a placeholder. The optimizer starts once you set the real host.'
}

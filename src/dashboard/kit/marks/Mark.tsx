import type { ReactNode } from 'react'
import { isOptimizerState, severities, type OptimizerState } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { serverWords } from '../../features/sites/server-words.ts'
import classes from './Mark.module.css'
import { EmptyCell } from '../values/Measured.tsx'

/** Colour means severity: what is as it should be, and what can't be judged, has none. */
type Tone = (typeof severities)[number] | 'muted'

const outline = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 } as const

const severityShapes = {
  ok: <circle cx="6" cy="6" r="4.2" />,
  warning: <path d="M6 1.4 11 10.4H1Z" />,
  error: <path d="M6 .8 11.2 6 6 11.2.8 6Z" />,
  critical: <rect x="1.6" y="1.6" width="8.8" height="8.8" />,
} as const satisfies Record<(typeof severities)[number], ReactNode>

interface StateLook {
  readonly shape: ReactNode
  /** What the state means for the site's visitors. `{server}` is the one behind the site. */
  readonly meaning: string
}

const maintenanceShape = <path d="M6 1.4 11 10.4H1Z" {...outline} />
const pauseShape = <path d="M2.2 1.8h2.6v8.4H2.2zM7.2 1.8h2.6v8.4H7.2z" />
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
    meaning: 'Visitors get cached, compressed pages, as a trial.',
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
  maintenance: { shape: maintenanceShape, meaning: 'Visitors get a maintenance page. Their requests aren’t counted.' },
  'proxy only': {
    shape: pauseShape,
    meaning: 'Paused by the service. Requests that still reach it are only forwarded, until you resume.',
  },
  off: { shape: circle, meaning: 'Traffic doesn’t pass through the service.' },
}

function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <svg className={classes.mark} data-tone={tone} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

interface SeverityProps {
  type: number | undefined
  /** False for a sample of a busy runner: only what doesn't depend on time is judged. */
  judged?: boolean | undefined
}

/** Whether a sample was measured on a busy runner, and nothing was wrong that doesn't depend on time. */
export const isUnjudged = (type: number | undefined, judged: boolean | undefined): boolean =>
  judged === false && type === 0

/** A sample's severity. An unknown `sample_type` is shown as its number. */
export function Severity({ type, judged }: SeverityProps) {
  if (isUnjudged(type, judged)) {
    return (
      <span className={classes.marked} title="Measured on a busy runner">
        <ResultMark type={undefined} />
        not judged
      </span>
    )
  }
  if (type === undefined) return <EmptyCell why="severity not reported in a known format" />
  const severity = severities[type]
  if (!severity) return <span>type {type}</span>
  return (
    <span className={classes.marked}>
      <Mark tone={severity}>{severityShapes[severity]}</Mark>
      {severity}
    </span>
  )
}

/** Text beside a severity's mark. */
export function Verdict({ severity, children }: { severity: (typeof severities)[number]; children: ReactNode }) {
  return (
    <span className={classes.marked}>
      <Mark tone={severity}>{severityShapes[severity]}</Mark>
      {children}
    </span>
  )
}

/** Text where there is nothing to judge. */
export function NoVerdict({ children }: { children: ReactNode }) {
  return (
    <span className={classes.marked}>
      <ResultMark type={undefined} />
      {children}
    </span>
  )
}

/** A severity's mark without its name. */
export function SeverityMark({ severity }: { severity: (typeof severities)[number] }) {
  return <Mark tone={severity}>{severityShapes[severity]}</Mark>
}

/** A sample's mark without its name; a dash if its severity is unknown. */
export function ResultMark({ type }: { type: number | undefined }) {
  const severity = severities[type ?? -1]
  return severity ? (
    <Mark tone={severity}>{severityShapes[severity]}</Mark>
  ) : (
    <Mark tone="muted">
      <path d="M2 6h8" {...outline} />
    </Mark>
  )
}

/** Whether a monitor or test is running. An unknown status is shown as received. */
export function RunState({ status, message }: { status: string | undefined; message?: string | null | undefined }) {
  if (status === undefined) return <EmptyCell why="status not reported in a known format" />
  const running = status.toUpperCase() === 'RUNNING'
  const suspended = status.toUpperCase() === 'SUSPENDED'
  const finished = suspended && message === 'finished'
  return (
    <span className={classes.marked}>
      <Mark tone="muted">
        {running ? <path d="M3 1.4 10.6 6 3 10.6Z" /> : finished ? severityShapes.ok : pauseShape}
      </Mark>
      {running ? 'Running' : finished ? 'Finished' : suspended ? 'Paused' : status}
    </span>
  )
}

/** A site's optimizer state; null for a site with a deferred host. An unknown state is shown as received. */
export function SiteState({ state }: { state: unknown }) {
  if (isOptimizerState(state)) {
    return (
      <span className={classes.marked}>
        <Mark tone="muted">{stateLooks[state].shape}</Mark>
        {state}
      </span>
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

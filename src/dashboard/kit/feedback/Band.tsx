import type { ReactNode } from 'react'
import { AchievedMark, NoMark, SeverityMark } from '../marks/Mark.tsx'
import classes from './Band.module.css'

/**
 * `healthy` is plain with a ✓; `achieved` is tinted, for what has just been done; `unjudged` is what can't be told, or not
 * yet.
 */
export type BandTone = 'critical' | 'error' | 'warning' | 'healthy' | 'achieved' | 'unjudged'

interface Props {
  /** The band's accessible name. */
  label?: string
  tone: BandTone
  title: ReactNode
  /** One sentence more. */
  detail?: ReactNode
  /** At most two buttons or links. */
  actions?: ReactNode
  /** At the end, such as the availability of the last 90 days. */
  aside?: ReactNode
}

const markSize = 22

/** A page's verdict, at most once a page: loud in trouble, green for what was just achieved, plain otherwise. */
export function Band({ label = 'Health', tone, title, detail, actions, aside }: Props) {
  return (
    <section className={classes.band} data-tone={tone} aria-label={label}>
      <BandMark tone={tone} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p> {detail && <p className={classes.detail}>{detail}</p>}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </section>
  )
}

function BandMark({ tone }: { tone: BandTone }) {
  if (tone === 'unjudged') return <NoMark size={markSize} />
  if (tone === 'healthy' || tone === 'achieved') return <AchievedMark size={markSize} isNew={tone === 'achieved'} />
  return <SeverityMark severity={tone} size={markSize} />
}

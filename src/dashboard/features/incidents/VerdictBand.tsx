import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { useState, type ReactNode } from 'react'
import { severities } from '../../../contract/index.ts'
import { SeverityMark } from '../../kit/marks/Mark.tsx'
import classes from './VerdictBand.module.css'

interface Props {
  /** The band's accessible name. */
  label?: string
  /** As of an issue; 0 if nothing is wrong, undefined if that isn't known. */
  severity: number | undefined
  title: ReactNode
  /** What else there is to say, the most important first. */
  parts: readonly ReactNode[]
  /** Links to the evidence. */
  links?: ReactNode
}

/** What is wrong, in one line: loud if something is, quiet otherwise. */
export function VerdictBand({ label = 'Verdict', severity, title, parts, links }: Props) {
  const mark = severities[severity ?? -1]
  return (
    <section className={classes.band} data-severity={severity || undefined} aria-label={label}>
      <div className={classes.words}>
        {mark && (
          <span className={classes.sign}>
            <SeverityMark severity={mark} />
          </span>
        )}
        <div>
          <span className={classes.title}>{title}</span>
          {parts.map((part, i) => (
            // parts have no identity but their place
            <span key={i} className={classes.part}>
              <span className={classes.separator}>{' · '}</span>
              {part}
            </span>
          ))}
        </div>
      </div>
      {links && <div className={classes.links}>{links}</div>}
    </section>
  )
}

/** Announces a verdict when it changes, not when it first appears. It has to stay when the band is replaced. */
export function VerdictAnnouncement({ text }: { text: string }) {
  const [last, setLast] = useState(text)
  const [isChanged, setIsChanged] = useState(false)
  if (text !== last) {
    setLast(text)
    setIsChanged(true)
  }
  return <VisuallyHidden role="status">{isChanged && text}</VisuallyHidden>
}

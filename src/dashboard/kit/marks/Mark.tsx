import type { ReactNode } from 'react'
import type { severities } from '../../../contract/severity.ts'
import classes from './Mark.module.css'

/** Colour means severity: what is as it should be, and what can't be judged, has none. */
type Severity = (typeof severities)[number]

/** How a shape is drawn that isn't filled. */
export const outline = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 } as const

export const severityShapes = {
  ok: <circle cx="6" cy="6" r="4.2" />,
  warning: <path d="M6 1.4 11 10.4H1Z" />,
  error: <path d="M6 .8 11.2 6 6 11.2.8 6Z" />,
  critical: <rect x="1.6" y="1.6" width="8.8" height="8.8" />,
} as const satisfies Record<Severity, ReactNode>

export const pauseShape = <path d="M2.2 1.8h2.6v8.4H2.2zM7.2 1.8h2.6v8.4H7.2z" />

/** A mark of 12 by 12 units. */
export function Mark({ tone, children }: { tone: Severity | 'muted'; children: ReactNode }) {
  return (
    <svg className={classes.mark} data-tone={tone} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

/** Text next to a mark. */
export function Marked({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.marked}>
      {mark}
      {children}
    </span>
  )
}

/** Text next to a severity's mark. */
export function Verdict({ severity, children }: { severity: Severity; children: ReactNode }) {
  return <Marked mark={<SeverityMark severity={severity} />}>{children}</Marked>
}

/** Text where there is nothing to judge. */
export function NoVerdict({ children }: { children: ReactNode }) {
  return <Marked mark={<NoMark />}>{children}</Marked>
}

/** A severity's mark without its name. */
export function SeverityMark({ severity }: { severity: Severity }) {
  return <Mark tone={severity}>{severityShapes[severity]}</Mark>
}

/** Stands where there is no severity. */
export function NoMark() {
  return (
    <Mark tone="muted">
      <path d="M2 6h8" {...outline} />
    </Mark>
  )
}

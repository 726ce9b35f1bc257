import type { ReactNode } from 'react'
import type { severities } from '../../../contract/severity.ts'
import classes from './Mark.module.css'

type Severity = (typeof severities)[number]

/** How a shape is drawn that isn't filled. */
export const outline = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinejoin: 'round' } as const

/** Filled, with corners rounded by the line around it. */
const rounded = { stroke: 'currentColor', strokeWidth: 1.4, strokeLinejoin: 'round' } as const

export const severityShapes = {
  ok: <circle cx="6" cy="6" r="4.2" />,
  warning: <path d="M6 1.9 10.6 10H1.4Z" {...rounded} />,
  error: <path d="M6 1.5 10.5 6 6 10.5 1.5 6Z" {...rounded} />,
  critical: <path d="M2.2 2.2h7.6v7.6H2.2Z" {...rounded} />,
} as const satisfies Record<Severity, ReactNode>

export const pauseShape = <path d="M2.5 2h2.2v8H2.5zM7.3 2h2.2v8H7.3z" />

interface MarkProps {
  /** Colour means severity; what can't be judged has none. */
  tone: Severity | 'muted'
  /** Its width and height, if it isn't that of a mark in a line of text, in pixels. */
  size?: number | undefined
  children: ReactNode
}

/** A mark of 12 by 12 units. */
export function Mark({ tone, size, children }: MarkProps) {
  return (
    <svg
      className={classes.mark}
      style={size === undefined ? undefined : { ['--sp-mark' as string]: `${size}px` }}
      data-tone={tone}
      viewBox="0 0 12 12"
      aria-hidden="true"
      focusable="false"
    >
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
export function SeverityMark({ severity, size }: { severity: Severity; size?: number }) {
  return (
    <Mark tone={severity} size={size}>
      {severityShapes[severity]}
    </Mark>
  )
}

/** Stands where there is no severity. */
export function NoMark({ size }: { size?: number }) {
  return (
    <Mark tone="muted" size={size}>
      <path d="M2.6 6h6.8" {...outline} strokeLinecap="round" />
    </Mark>
  )
}

/** Stands beside what was achieved or proven, 14 to 28 pixels wide. It draws itself once if it has just happened. */
export function AchievedMark({ size = 14, isNew = false }: { size?: number; isNew?: boolean }) {
  return (
    <Mark tone="ok" size={size}>
      <circle cx="6" cy="6" r="6" />
      <path className={classes.check} data-new={isNew || undefined} pathLength="1" d="m3.4 6.2 1.8 1.8 3.5-3.7" />
    </Mark>
  )
}

/** Text next to the mark of what was achieved. */
export function Achieved({ children }: { children: ReactNode }) {
  return (
    <span className={classes.achieved}>
      <Marked mark={<AchievedMark />}>{children}</Marked>
    </span>
  )
}

import type { ReactNode } from 'react'
import classes from './specimens.module.css'

interface Case {
  /** The state that the example shows, such as `Loading`. */
  readonly state: string
  readonly example: ReactNode
  /** What to try, or what to look for. */
  readonly note?: string
}

/** A component's purpose and its states, for the gallery. */
export interface Specimen {
  readonly purpose: string
  readonly cases: readonly Case[]
}

/** What a `specimens.tsx` exports: a specimen of each component in its folder, by the name of its file. */
export type Specimens = Readonly<Record<string, Specimen>>

/** Several small examples in a line. */
export function Line({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>
}

/** Several examples below each other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>
}

import type { ReactNode } from 'react'
import classes from './gallery.module.css'

interface Case {
  /** The state that the example shows, such as `Loading`. */
  readonly state: string
  readonly example: ReactNode
  /** What to try, or what to look for. */
  readonly note?: string
}

/** A shared component, its purpose and its states. */
export interface Specimen {
  /** Its file below `src/dashboard`, without the extension: `kit/layout/Panel`. */
  readonly source: string
  readonly purpose: string
  readonly cases: readonly Case[]
}

export interface Group {
  readonly title: string
  readonly specimens: readonly Specimen[]
}

/** `kit/tables/DataTable` becomes `DataTable`. */
export function nameOf({ source }: Specimen): string {
  return source.slice(source.lastIndexOf('/') + 1)
}

export function SpecimenView({ specimen }: { specimen: Specimen }) {
  const name = nameOf(specimen)
  return (
    <section id={name} className={classes.specimen} aria-labelledby={`${name}-name`}>
      <div className={classes.about}>
        <h3 id={`${name}-name`}>{name}</h3>
        <p>{specimen.purpose}</p>
        <code className={classes.source}>{specimen.source}</code>
      </div>
      <dl className={classes.cases}>
        {specimen.cases.map(({ state, example, note }) => (
          <div key={state} className={classes.case}>
            <dt>
              {state}
              {note && <span className={classes.note}>{note}</span>}
            </dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Several small examples in a line. */
export function Line({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>
}

/** Several examples below each other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>
}

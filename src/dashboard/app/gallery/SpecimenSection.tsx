import classes from './gallery.module.css'
import type { NamedSpecimen } from './groups.ts'

/** A component's name, purpose and states. */
export function SpecimenSection({ specimen }: { specimen: NamedSpecimen }) {
  const { name } = specimen
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

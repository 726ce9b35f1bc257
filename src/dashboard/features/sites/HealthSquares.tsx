import { severities, troubles, type Trouble } from '../../../contract/index.ts'
import classes from './HealthSquares.module.css'

/** More sites than this are shown as shares of one bar. */
const most = 24

interface Props {
  counts: Readonly<Record<Trouble, number>>
  /** How severe the worst of the sites in each kind of trouble is. */
  severityOf: ReadonlyMap<Trouble, number>
}

/** A square for each site, the healthy first; the words beside it say the same. */
export function HealthSquares({ counts, severityOf }: Props) {
  const kinds = troubles.toReversed().map((trouble) => ({
    kind: trouble,
    count: counts[trouble],
    'data-severity': severities[severityOf.get(trouble) ?? -1],
  }))
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  return (
    <span className={classes.squares} aria-hidden="true">
      {all > most
        ? kinds
            .filter(({ count }) => count > 0)
            .map(({ kind, count, ...mark }) => (
              <span key={kind} {...mark} data-trouble={kind} data-share style={{ flexGrow: count }} />
            ))
        : kinds.flatMap(({ kind, count, ...mark }) =>
            Array.from({ length: count }, (_, i) => <span key={`${kind}${i}`} {...mark} data-trouble={kind} />),
          )}
    </span>
  )
}

import { CopyButton } from './CopyValue.tsx'
import classes from './RecordView.module.css'

interface Props {
  /** Any JSON value. */
  value: unknown
  /** Names the record, in lower case. */
  what: string
}

/** Shows every field of a record of unknown shape. */
export function RecordView({ value, what }: Props) {
  return (
    <div className={classes.record}>
      <div className={classes.copy}>
        <CopyButton value={JSON.stringify(value, null, 2) ?? ''} what={`${what} as JSON`} />
      </div>
      <Value value={value} depth={0} />
    </div>
  )
}

/** Deeper levels are shown as JSON. */
const maxDepth = 6

function Value({ value, depth }: { value: unknown; depth: number }) {
  if (typeof value !== 'object' || value === null) return <Scalar value={value} />
  if (depth >= maxDepth) return <code className={classes.code}>{JSON.stringify(value)}</code>
  if (Array.isArray(value)) return <List items={value} depth={depth} />
  const fields = Object.entries(value)
  if (fields.length === 0) return <span className={classes.nothing}>no fields</span>
  return (
    <dl className={classes.fields}>
      {fields.map(([name, field]) => (
        <div key={name} className={classes.field}>
          <dt>{name}</dt>
          <dd>
            <Value value={field} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function List({ items, depth }: { items: readonly unknown[]; depth: number }) {
  if (items.length === 0) return <span className={classes.nothing}>none</span>
  return (
    <ol className={classes.list}>
      {items.map((item, i) => (
        <li key={i}>
          <Value value={item} depth={depth + 1} />
        </li>
      ))}
    </ol>
  )
}

function Scalar({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className={classes.nothing}>null</span>
  if (value === '') return <span className={classes.nothing}>empty</span>
  return <span className={classes.scalar}>{typeof value === 'string' ? value : JSON.stringify(value)}</span>
}

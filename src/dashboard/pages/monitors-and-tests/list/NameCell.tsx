import { Link } from 'react-router'
import type { Monitor } from '../../../../contract/index.ts'
import { RecordView } from '../../../components/RecordView.tsx'
import type { Bulk } from './use-bulk.ts'
import classes from '../monitors-and-tests.module.css'

/** What a record is called, whatever it tells. */
export function nameOf({ name, constants, id, raw }: Monitor): string {
  return name ?? constants?.url ?? likelyName(raw) ?? id ?? 'Unnamed'
}

/** Where other services keep a name. */
const nameFields = ['title', 'label', 'display_name', 'url', 'address', 'host'] as const

function likelyName(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(raw))
  const found = nameFields.map((field) => fields.get(field)).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : undefined
}

/** A record that tells too little of what is known here: then it is shown whole. */
export function isForeign({ id, name, type, status }: Monitor): boolean {
  return [id, name, type, status].some((field) => field === undefined)
}

interface Props {
  record: Monitor
  /** Undefined where the record tells no id. */
  to: string | undefined
  kind: 'monitor' | 'test'
  reason: string | undefined
}

/** A row's name and address, and why something could not be done with it. */
export function NameCell({ record, to, kind, reason }: Props) {
  const name = nameOf(record)
  const url = record.constants?.url
  return (
    <span className={classes.name}>
      {to ? <Link to={to}>{name}</Link> : <span>{name}</span>}
      {url && url !== name && <span className={classes.address}>{url}</span>}
      {reason && <span className={classes.error}>{reason}</span>}
      {isForeign(record) && (
        <details>
          <summary>The whole record: this service tells its {kind}s in other fields</summary>
          <RecordView value={record.raw} what={`the ${kind}`} />
        </details>
      )}
    </span>
  )
}

export function ChooseCell({ record, bulk }: { record: Monitor; bulk: Bulk }) {
  const { id } = record
  if (id === undefined) return null
  return (
    <input
      type="checkbox"
      aria-label={`Choose ${nameOf(record)}`}
      checked={bulk.selected.has(id)}
      disabled={bulk.progress !== null}
      onChange={(event) => bulk.toggle(id, event.currentTarget.checked)}
    />
  )
}

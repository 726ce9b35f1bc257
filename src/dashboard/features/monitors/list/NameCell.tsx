import { Link } from 'react-router'
import type { Monitor } from '../../../../contract/index.ts'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { Checkbox } from '../../../kit/choices/Checkbox.tsx'
import { FullRecord } from '../../../kit/values/FullRecord.tsx'
import type { Bulk } from './use-bulk.ts'
import classes from '../monitors-and-tests.module.css'

/** A record's name, or the best substitute that it has. */
export function nameOf({ name, constants, id, raw }: Monitor): string {
  return name ?? constants?.url ?? likelyName(raw) ?? id ?? 'Unnamed'
}

/** Fields in which other services may report a name. */
const nameFields = ['title', 'label', 'display_name', 'url', 'address', 'host'] as const

function likelyName(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(raw))
  const found = nameFields.map((field) => fields.get(field)).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : undefined
}

/** Whether a record lacks fields that the dashboard relies on, so that it is shown in full. */
export function isForeign({ id, name, type, status }: Monitor): boolean {
  return [id, name, type, status].some((field) => field === undefined)
}

interface Props {
  record: Monitor
  /** Undefined if the record has no ID. */
  to: string | undefined
  kind: 'monitor' | 'test'
  reason: string | undefined
}

/** A row's name and address, with the error of its last action. */
export function NameCell({ record, to, kind, reason }: Props) {
  const name = nameOf(record)
  const url = record.constants?.url
  return (
    <span className={classes.name}>
      <span>
        {to ? (
          <Link to={to}>
            <Breakable text={name} />
          </Link>
        ) : (
          <Breakable text={name} />
        )}
      </span>
      {url && url !== name && (
        <span className={classes.address}>
          <Breakable text={url} />
        </span>
      )}
      {reason && <span className={classes.error}>{reason}</span>}
      {isForeign(record) && <FullRecord value={record.raw} what={kind} />}
    </span>
  )
}

export function SelectCell({ record, bulk }: { record: Monitor; bulk: Bulk }) {
  const { id } = record
  if (id === undefined) return null
  return (
    <Checkbox
      aria-label={`Select ${nameOf(record)}`}
      checked={bulk.selected.has(id)}
      disabled={bulk.progress !== null}
      title="Hold Shift to select a range"
      onChange={({ currentTarget, nativeEvent }) =>
        bulk.toggle(id, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}

import { RecordView } from './RecordView.tsx'

interface Props {
  value: unknown
  /** Names the record, in lower case. */
  what: string
}

/** A collapsed record in a format that the dashboard doesn't recognize. */
export function FullRecord({ value, what }: Props) {
  return (
    <details>
      <summary>Full record (unknown format)</summary>
      <RecordView value={value} what={what} />
    </details>
  )
}

import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'

interface Props {
  value: number | null | undefined
  format: (value: number) => string
  /** Why the value is missing. */
  why?: string | undefined
}

/** A value with its unit, or a dash with the reason if it is missing. A missing value is never shown as 0. */
export function Measured({ value, format, why = 'not measured' }: Props) {
  return value === null || value === undefined ? <EmptyCell why={why} /> : <>{format(value)}</>
}

export function EmptyCell({ why }: { why: string }) {
  return (
    <span title={why}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  )
}

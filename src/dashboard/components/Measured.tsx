import { VisuallyHidden } from '@mantine/core'

interface Props {
  value: number | null | undefined
  format: (value: number) => string
  /** Why it may be missing. */
  why?: string
}

/** A measured value with its unit, or why there is none. Never 0 for what was not measured. */
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

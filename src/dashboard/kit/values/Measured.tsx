import { use } from 'react'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { Figure, IsFigure } from './Figure.tsx'

interface Props {
  value: number | null | undefined
  format: (value: number) => string
  /** Why the value is missing. */
  why?: string | undefined
}

/** A value with its unit, or a dash with the reason if it is missing. A missing value is never shown as 0. */
export function Measured({ value, format, why = 'not measured' }: Props) {
  const isFigure = use(IsFigure)
  if (value === null || value === undefined) return <EmptyCell why={why} />
  return isFigure ? <Figure text={format(value)} /> : <>{format(value)}</>
}

export function EmptyCell({ why }: { why: string }) {
  return (
    <span title={why}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  )
}

import type { ReactNode } from 'react'
import { Verdict } from '../marks/Mark.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'

interface Props {
  limit: string | undefined
  /** By what is usual, it's worse than over a limit. */
  isPoor?: boolean
  children: ReactNode
}

/** A value, marked if it's over its monitor's own limit, which is given in words. */
export function OverLimit({ limit, isPoor = false, children }: Props) {
  if (limit === undefined) return <>{children}</>
  const words = `${isPoor ? 'poor, ' : ''}over the limit of ${limit}`
  return (
    <span title={words}>
      <Verdict severity={isPoor ? 'error' : 'warning'}>
        {children}
        <VisuallyHidden>, {words}</VisuallyHidden>
      </Verdict>
    </span>
  )
}

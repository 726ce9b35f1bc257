import type { ReactNode } from 'react'
import { Verdict } from '../marks/Mark.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'

/** A value, marked if it's over its monitor's own limit, which is given in words. */
export function OverLimit({ limit, children }: { limit: string | undefined; children: ReactNode }) {
  if (limit === undefined) return <>{children}</>
  const words = `over the limit of ${limit}`
  return (
    <span title={words}>
      <Verdict severity="warning">
        {children}
        <VisuallyHidden>, {words}</VisuallyHidden>
      </Verdict>
    </span>
  )
}

import { Button } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useIsPhone } from '../layout/use-media.ts'
import { lazyWithRetry } from '../navigation/lazy-with-retry.ts'

const ControlSheet = lazy(lazyWithRetry(() => import('./ControlSheet.tsx')))

interface Props {
  /** What the controls choose: "Filters", "Range". */
  title: string
  /** What is chosen, for the button that opens the sheet. */
  chosen?: string | undefined
  /** Whether the sheet is open, where that must outlive the controls' place on the page. */
  open?: readonly [boolean, (isOpen: boolean) => void]
  children: ReactNode
}

/** The controls above a list or a chart. On a phone they are in a sheet that a button opens. */
export function Controls({ title, chosen = title, open, children }: Props) {
  const isPhone = useIsPhone()
  const own = useState(false)
  const [isOpen, setOpen] = open ?? own
  if (!isPhone) return children
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {chosen}
      </Button>
      <Suspense>
        {isOpen && (
          <ControlSheet title={title} onClose={() => setOpen(false)}>
            {children}
          </ControlSheet>
        )}
      </Suspense>
    </>
  )
}

/** "Filters", "Filters (2)" */
export function filtersChosen(...filters: readonly unknown[]): string {
  const chosen = filters.filter((filter) => filter !== undefined && filter !== '').length
  return chosen === 0 ? 'Filters' : `Filters (${chosen})`
}

import { Button } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { lazyWithRetry } from '../../../kit/navigation/lazy-with-retry.ts'
import { Notice } from '../../../kit/feedback/Notice.tsx'
import type { Bulk } from './use-bulk.ts'
import classes from '../monitors-and-tests.module.css'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'

// nothing is selected at first
const BottomBar = lazy(
  lazyWithRetry(async () => ({ default: (await import('../../../kit/actions/BottomBar.tsx')).BottomBar })),
)
const LimitsDialog = lazy(lazyWithRetry(() => import('./LimitsDialog.tsx')))

interface Props {
  bulk: Bulk
  what: 'monitor' | 'test'
  /** The table. */
  children: ReactNode
}

/** A table whose rows can be selected. While some are, what can be done to them stays in view below it. */
export function BulkBar({ bulk, what, children }: Props) {
  const { ids, selected, progress } = bulk
  const [asksForLimits, setAsksForLimits] = useState(false)
  const hasSelection = selected.size > 0
  const types = new Set(bulk.selectedRows.map(({ type }) => type))
  // a service without limits reports none, not even null
  const haveLimits = bulk.selectedRows.some(({ limits }) => limits !== undefined)
  if (ids.length === 0) {
    return (
      <>
        <Notice tone="plain">
          This service doesn’t report IDs in a known format, so its {what}s can’t be opened or changed here.
        </Notice>
        {children}
      </>
    )
  }
  const isBusy = progress !== null
  return (
    <div className={classes.rows}>
      {children}
      <Suspense>
        <BottomBar label={`Selected ${what}s`} isShown={hasSelection}>
          {hasSelection && (
            <>
              {selected.size} selected
              {what === 'monitor' && (
                <>
                  <ReasonButton
                    does="monitors.start"
                    variant="default"
                    disabled={isBusy}
                    onClick={() => void bulk.run(true)}
                  >
                    Start
                  </ReasonButton>
                  <ReasonButton
                    does="monitors.stop"
                    variant="default"
                    disabled={isBusy}
                    onClick={() => void bulk.run(false)}
                  >
                    Pause
                  </ReasonButton>
                  {haveLimits && (
                    <ReasonButton
                      does="monitors.setLimits"
                      variant="default"
                      disabled={isBusy}
                      onClick={() => setAsksForLimits(true)}
                    >
                      Set limits…
                    </ReasonButton>
                  )}
                </>
              )}
              <ReasonButton
                does={`${what}s.delete`}
                variant="default"
                disabled={isBusy}
                onClick={() => bulk.askToDelete()}
              >
                Delete…
              </ReasonButton>
            </>
          )}
          {isBusy && (
            <Button variant="default" onClick={bulk.stop}>
              Stop
            </Button>
          )}
          <span className={classes.hint} role="status">
            {progress ? `${progress.done} of ${progress.of} done…` : bulk.outcome}
          </span>
          {asksForLimits && (
            <Suspense>
              <LimitsDialog
                count={selected.size}
                type={types.size === 1 ? [...types][0] : undefined}
                onSet={(limits) => void bulk.setLimits(limits)}
                onClose={() => setAsksForLimits(false)}
              />
            </Suspense>
          )}
        </BottomBar>
      </Suspense>
    </div>
  )
}

import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Notice } from '../../../components/Notice.tsx'
import type { Bulk } from './use-bulk.ts'
import classes from '../monitors-and-tests.module.css'

interface Props {
  bulk: Bulk
  what: 'monitor' | 'test'
}

/** Selects all rows. While some are selected, it stays in view with what can be done to them. */
export function BulkBar({ bulk, what }: Props) {
  const { ids, selected, progress } = bulk
  const box = useRef<HTMLInputElement>(null)
  const hasSelection = selected.size > 0
  const hadSelection = useRef(hasSelection)
  useEffect(() => {
    // the button that had the focus may be gone
    if (hadSelection.current && !hasSelection && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true })
    hadSelection.current = hasSelection
  }, [hasSelection])
  if (ids.length === 0) {
    return (
      <Notice tone="plain">
        This service doesn’t report IDs in a known format, so its {what}s can’t be opened or changed here.
      </Notice>
    )
  }
  const all = selected.size === ids.length
  const isBusy = progress !== null
  return (
    <div
      className={classes.bulk}
      role="group"
      aria-label={`Selected ${what}s`}
      data-floating={hasSelection || undefined}
      data-paper="hidden"
    >
      <label className={classes.all}>
        <input
          type="checkbox"
          checked={all}
          ref={(element) => {
            box.current = element
            if (element) element.indeterminate = !all && selected.size > 0
          }}
          onChange={() => bulk.setAll(all ? [] : ids)}
        />
        {selected.size === 0 ? 'Select all' : `${selected.size} selected`}
      </label>
      {hasSelection && (
        <>
          {what === 'monitor' && (
            <>
              <Button variant="default" disabled={isBusy} onClick={() => void bulk.run(true)}>
                Start
              </Button>
              <Button variant="default" disabled={isBusy} onClick={() => void bulk.run(false)}>
                Pause
              </Button>
            </>
          )}
          <Button variant="default" disabled={isBusy} onClick={() => bulk.askToDelete()}>
            Delete…
          </Button>
        </>
      )}
      <span className={classes.hint} role="status">
        {progress ? `${progress.done} of ${progress.of} done…` : bulk.outcome}
      </span>
    </div>
  )
}

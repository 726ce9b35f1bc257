import { Button } from '@mantine/core'
import { Notice } from '../../../components/Notice.tsx'
import type { Bulk } from './use-bulk.ts'
import classes from '../monitors-and-tests.module.css'

interface Props {
  bulk: Bulk
  what: 'monitor' | 'test'
}

/** Selects all rows and changes the selected ones. */
export function BulkBar({ bulk, what }: Props) {
  const { ids, selected, progress } = bulk
  if (ids.length === 0) {
    return (
      <Notice tone="plain">
        This service doesn’t report IDs in a known format, so its {what}s can’t be opened or changed here.
      </Notice>
    )
  }
  const all = selected.size === ids.length
  const none = selected.size === 0 || progress !== null
  return (
    <div className={classes.bulk} role="group" aria-label={`Selected ${what}s`}>
      <label className={classes.all}>
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = !all && selected.size > 0
          }}
          onChange={() => bulk.setAll(all ? [] : ids)}
        />
        {selected.size === 0 ? 'Select all' : `${selected.size} selected`}
      </label>
      {what === 'monitor' && (
        <>
          <Button variant="default" disabled={none} onClick={() => void bulk.run(true)}>
            Start
          </Button>
          <Button variant="default" disabled={none} onClick={() => void bulk.run(false)}>
            Pause
          </Button>
        </>
      )}
      <Button variant="default" disabled={none} onClick={() => bulk.askToDelete()}>
        Delete…
      </Button>
      <span className={classes.hint} role="status">
        {progress ? `${progress.done} of ${progress.of} done…` : bulk.outcome}
      </span>
    </div>
  )
}

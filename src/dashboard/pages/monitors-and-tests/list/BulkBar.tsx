import { Button } from '@mantine/core'
import { plural } from '../../../format/format.ts'
import { Notice } from '../../../components/Notice.tsx'
import type { Bulk } from './use-bulk.ts'
import classes from '../monitors-and-tests.module.css'

interface Props {
  bulk: Bulk
  what: 'monitor' | 'test'
}

/** What can be done with the rows that are chosen. */
export function BulkBar({ bulk, what }: Props) {
  const { ids, selected, progress } = bulk
  if (ids.length === 0) {
    return (
      <Notice tone="plain">
        This service tells no ids in the form known here: its {what}s can be seen, but not opened or changed from here.
      </Notice>
    )
  }
  const all = selected.size === ids.length
  const none = selected.size === 0 || progress !== null
  return (
    <div className={classes.bulk} role="group" aria-label={`Chosen ${what}s`}>
      <label className={classes.all}>
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = !all && selected.size > 0
          }}
          onChange={() => bulk.setAll(all ? [] : ids)}
        />
        {selected.size === 0
          ? `Choose all ${plural(ids.length, what)} on this page`
          : `${plural(selected.size, what)} chosen`}
      </label>
      {what === 'monitor' && (
        <>
          <Button variant="default" disabled={none} onClick={() => void bulk.run(true)}>
            Start
          </Button>
          <Button variant="default" disabled={none} onClick={() => void bulk.run(false)}>
            Stop
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

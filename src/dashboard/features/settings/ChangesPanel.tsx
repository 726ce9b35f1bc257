import { Button } from '@mantine/core'
import { ApiError } from '../../api/errors.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { adviceAfterChange, ErrorState, isUnsure } from '../../kit/feedback/ErrorState.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { plural } from '../../kit/format/format.ts'
import type { Change } from './changes.ts'
import { exceptionsOf, isOfExceptions } from './exceptions.ts'
import classes from './settings.module.css'
import type { SettingsDraft } from './use-settings-draft.ts'

interface Props {
  draft: SettingsDraft
  error: Error | null
  busy: boolean
  onSave: () => void
  onDiscard: () => void
  /** Someone else was faster: compares the draft with their settings. */
  onCompare: (() => void) | undefined
}

const columns: readonly Column<Change>[] = [
  { id: 'what', header: 'Setting', grows: true, cell: ({ what }) => <span className={classes.value}>{what}</span> },
  { id: 'before', header: 'Now', names: true, cell: ({ before }) => <Side value={before} why="not there yet" /> },
  { id: 'after', header: 'After saving', names: true, cell: ({ after }) => <Side value={after} why="removed" /> },
]

/** What saving would change. */
export function ChangesPanel({ draft, error, busy, onSave, onDiscard, onCompare }: Props) {
  const { parsed, shown, changes, isChanged } = draft
  const isInRows = shown !== null && error instanceof ApiError && isOfExceptions(exceptionsOf(shown), error.fields)
  return (
    <>
      <Panel title="Changes" onPaper="hidden">
        {!isChanged && (
          <p className={classes.hint}>Nothing to save. Changes that you make above are listed here first.</p>
        )}
        {changes.length > 0 && (
          <DataTable
            label="Changes"
            columns={columns}
            rows={changes}
            rowKey={({ what, before, after }) => JSON.stringify([what, before, after])}
          />
        )}
      </Panel>
      <div className={classes.saveBar} data-at-bottom={isChanged || undefined}>
        {error && (
          <div className={classes.failed}>
            <ErrorState
              error={error}
              title={titleOf(error, isInRows, onCompare !== undefined)}
              titleOnly={isInRows || onCompare !== undefined}
              advice={adviceAfterChange(error)}
            />
          </div>
        )}
        <p role="status">{isChanged && statusOf(draft)}</p>
        {isChanged && (
          <div className={classes.buttons}>
            <BusyButton onClick={onSave} disabled={parsed.kind !== 'valid'} loading={busy}>
              Save settings
            </BusyButton>
            <Button variant="default" onClick={onDiscard} disabled={busy}>
              Discard changes
            </Button>
            {onCompare && (
              <Button variant="default" onClick={onCompare}>
                Compare with the new settings
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  )
}

function titleOf(error: Error, isInRows: boolean, isOutdated: boolean): string {
  if (isInRows) return 'Couldn’t save the settings: an exception isn’t valid. See its row above.'
  if (isOutdated)
    return 'Couldn’t save the settings: they have changed since you started. Compare yours with them first.'
  return isUnsure(error) ? 'It isn’t clear whether the settings were saved.' : 'Couldn’t save the settings.'
}

function statusOf({ parsed, changes }: SettingsDraft): string {
  if (parsed.kind === 'not JSON') return 'These settings can’t be saved yet: they aren’t valid JSON.'
  if (parsed.kind === 'invalid')
    return `These settings can’t be saved yet: ${plural(Object.keys(parsed.problems).length, 'problem')}.`
  return `${plural(changes.length, 'change')} not saved yet. The edge follows within seconds of saving.`
}

function Side({ value, why }: { value: string | undefined; why: string }) {
  return value === undefined ? <EmptyCell why={why} /> : <span className={classes.value}>{value}</span>
}

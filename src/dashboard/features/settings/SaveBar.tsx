import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ApiError } from '../../../client/errors.ts'
import { BottomBar } from '../../kit/actions/BottomBar.tsx'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { adviceAfterChange, ErrorState, isUnsure } from '../../kit/feedback/ErrorState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { plural } from '../../kit/format/format.ts'
import { EditIcon } from '../../kit/marks/icons.tsx'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import type { Change } from './changes.ts'
import { exceptionsOf, isOfRows } from './exceptions.ts'
import classes from './SaveBar.module.css'
import type { SettingsDraft } from './use-settings-draft.ts'
import type { SettingsEditor } from './use-settings-editor.ts'
import { useReview } from './use-review.ts'

// not part of the first load
const ReviewDialog = lazy(lazyWithRetry(() => import('./ReviewDialog.tsx')))

/** The changes of all parts of the settings: how many there are, what they are, and what can be done with them. */
export function SaveBar({ editor }: { editor: SettingsEditor }) {
  const { draft, error, isSaving, isRefused, save } = editor
  const { parsed, changes, isChanged } = draft
  const review = useReview()
  const discard = () => toast('Changes discarded', editor.discard(), 'settings')
  const compare = async () => {
    if (await editor.compareWithLatest()) review.open()
  }
  return (
    <>
      <BottomBar label="Unsaved changes" isShown={isChanged}>
        {error && isChanged && (
          <div className={classes.failed}>
            <SaveError editor={editor} error={error} />
          </div>
        )}
        <p className={classes.status} role="status">
          {isChanged && (
            <>
              <EditIcon />
              <strong>{statusOf(draft)}</strong>
            </>
          )}
        </p>
        {isChanged && (
          <>
            <span className={classes.summary}>{changes.map(summaryOf).join(', ')}</span>
            <div className={classes.buttons}>
              {changes.length > 0 && (
                <Button variant="default" onClick={review.open}>
                  Review…
                </Button>
              )}
              <Button variant="default" onClick={discard} disabled={isSaving}>
                Discard
              </Button>
              {isRefused ? (
                <Button onClick={() => void compare()}>Compare with the new settings</Button>
              ) : (
                <ReasonButton
                  does="settings.update"
                  onClick={save}
                  disabled={parsed.kind !== 'valid'}
                  loading={isSaving}
                >
                  Save
                </ReasonButton>
              )}
            </div>
          </>
        )}
      </BottomBar>
      <Suspense>
        {review.isOpen && changes.length > 0 && <ReviewDialog editor={editor} onClose={review.close} />}
      </Suspense>
    </>
  )
}

function SaveError({ editor: { draft, isRefused }, error }: { editor: SettingsEditor; error: Error }) {
  const { shown } = draft
  const isInRows = shown !== null && error instanceof ApiError && isOfRows(exceptionsOf(shown), error.fields)
  return (
    <ErrorState
      error={error}
      title={titleOf(error, isInRows, isRefused)}
      titleOnly={isInRows || isRefused}
      advice={adviceAfterChange(error)}
    />
  )
}

function titleOf(error: Error, isInRows: boolean, isRefused: boolean): string {
  if (isInRows)
    return 'Couldn’t save the settings: an exception or rule isn’t valid. See its row under Exceptions and rules.'
  if (isRefused)
    return 'Couldn’t save the settings: they have changed since you started. Compare yours with them first.'
  return isUnsure(error) ? 'It isn’t clear whether the settings were saved.' : 'Couldn’t save the settings.'
}

function statusOf({ parsed, changes }: SettingsDraft): string {
  if (parsed.kind === 'not JSON') return 'Can’t be saved yet: this isn’t valid JSON'
  if (parsed.kind === 'invalid') return `Can’t be saved yet: ${plural(Object.keys(parsed.problems).length, 'problem')}`
  return `${plural(changes.length, 'change')} not saved`
}

/** `Early hints on` */
function summaryOf({ what, after }: Change): string {
  return after === undefined ? `${what} removed` : `${what} ${after}`
}

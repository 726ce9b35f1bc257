import { Button } from '@mantine/core'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { DraftRestoredNotice } from '../../kit/forms/DraftRestoredNotice.tsx'
import classes from './settings.module.css'
import { useReview } from './use-review.ts'
import type { SettingsEditor } from './use-settings-editor.ts'

/** Says that a draft comes from before: from before a reload, or from before someone else saved. */
export function StaleDraft({ editor: { draft, isRefused, discard, compareWithLatest } }: { editor: SettingsEditor }) {
  const review = useReview()
  const compare = async () => {
    if (await compareWithLatest()) review.open()
  }
  return (
    <>
      {draft.restored && <DraftRestoredNotice onStartOver={discard} />}
      {draft.isOutdated && !isRefused && (
        <Notice tone="warning">
          <div className={classes.notice}>
            <span role="status">These settings have changed since you started.</span>
            <Button variant="default" onClick={() => void compare()}>
              Compare with the new settings
            </Button>
          </div>
        </Notice>
      )}
    </>
  )
}

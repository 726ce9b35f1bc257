import { Button } from '@mantine/core'
import { Notice } from '../feedback/Notice.tsx'
import classes from './DraftRestoredNotice.module.css'

/** Says that a form's draft was restored and offers to discard it. */
export function DraftRestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Notice tone="plain">
      <div className={classes.restored}>
        <span role="status">What you entered before is back.</span>
        <Button variant="subtle" onClick={onStartOver}>
          Start over
        </Button>
      </div>
    </Notice>
  )
}

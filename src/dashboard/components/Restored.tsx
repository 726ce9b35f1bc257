import { Button } from '@mantine/core'
import { Notice } from './Notice.tsx'
import classes from './Restored.module.css'

/** Says that a form holds what was typed into it before, and offers to begin anew. */
export function Restored({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Notice tone="plain">
      <div className={classes.restored}>
        <span role="status">What you had typed is back.</span>
        <Button variant="subtle" onClick={onStartOver}>
          Start over
        </Button>
      </div>
    </Notice>
  )
}

import '@mantine/core/styles/Progress.css'
import { Button, Progress } from '@mantine/core'
import classes from './FetchProgress.module.css'
import { fullNumber } from '../format/format.ts'

interface Props {
  done: number
  of: number
  /** Shows a button to cancel. */
  onCancel?: () => void
}

/** Progress while many samples load. */
export function FetchProgress({ done, of, onCancel }: Props) {
  return (
    <div className={classes.progress} role="status">
      <Progress className={classes.track} value={of > 0 ? (100 * done) / of : 0} aria-label="Samples loaded" />
      <span>
        {fullNumber(done)} of {fullNumber(of)} loaded
      </span>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

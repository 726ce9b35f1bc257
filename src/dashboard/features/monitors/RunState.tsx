import { Mark, Marked, pauseShape, severityShapes } from '../../kit/marks/Mark.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import classes from './monitors-and-tests.module.css'

/** Whether a monitor or test is running. An unknown status is shown as received. */
export function RunState({ status, message }: { status: string | undefined; message?: string | null | undefined }) {
  if (status === undefined) return <EmptyCell why="status not reported in a known format" />
  const running = status.toUpperCase() === 'RUNNING'
  const suspended = status.toUpperCase() === 'SUSPENDED'
  const finished = suspended && message === 'finished'
  const shown = (
    <Marked
      mark={
        <Mark tone="muted">
          {running ? <path d="M3 1.4 10.6 6 3 10.6Z" /> : finished ? severityShapes.ok : pauseShape}
        </Mark>
      }
    >
      {running ? 'Running' : finished ? 'Finished' : suspended ? 'Paused' : status}
    </Marked>
  )
  return running ? <span className={classes.running}>{shown}</span> : shown
}

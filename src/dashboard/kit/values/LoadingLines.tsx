import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import classes from './LoadingLines.module.css'

interface Props {
  /** As many as are expected. */
  lines?: number
  /** Each as high as a row of a table. */
  areRows?: boolean
}

/** Holds the place of a text or a list while it is being loaded. */
export function LoadingLines({ lines = 3, areRows = false }: Props) {
  return (
    <div role="status" className={classes.lines} data-rows={areRows || undefined}>
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} className={classes.line} />
      ))}
    </div>
  )
}

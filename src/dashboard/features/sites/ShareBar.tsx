import { percent } from '../../kit/format/format.ts'
import classes from './ShareBar.module.css'

/** A share from 0 to 1 above a bar of it. */
export function ShareBar({ share }: { share: number }) {
  return (
    <span className={classes.share}>
      {percent(share)}
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

import { useId } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import { InfoIcon } from '../marks/icons.tsx'
import classes from './ColumnHint.module.css'

/** Says what a column's values are, to a press of its button. Another press, or Escape, closes it. */
export default function ColumnHint({ header, hint }: { header: string; hint: string }) {
  const id = useId()
  return (
    <span className={classes.place} data-paper="hidden">
      <IconButton
        label={`What “${header}” means`}
        className={classes.button ?? ''}
        popoverTarget={id}
        aria-describedby={id}
      >
        <InfoIcon />
      </IconButton>
      <span id={id} popover="auto" className={classes.hint}>
        {hint}
      </span>
    </span>
  )
}

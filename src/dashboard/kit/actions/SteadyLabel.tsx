import classes from './SteadyLabel.module.css'

/** A button's label that changes while the button keeps its width: that of the longest label. */
export function SteadyLabel<Label extends string>({ of, shown }: { of: readonly Label[]; shown: Label }) {
  return (
    <span className={classes.label}>
      {of.map((label) => (
        <span key={label} className={label === shown ? undefined : classes.other} aria-hidden={label !== shown}>
          {label}
        </span>
      ))}
    </span>
  )
}

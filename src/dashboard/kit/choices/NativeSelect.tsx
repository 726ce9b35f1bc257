import type { ComponentProps } from 'react'
import { ChevronIcon } from '../marks/icons.tsx'
import classes from './NativeSelect.module.css'

export interface Option {
  readonly value: string
  readonly label: string
}

interface Props extends ComponentProps<'select'> {
  options: readonly Option[]
  /** A field of a form, as wide as its place; otherwise it looks like the buttons beside it. */
  isField?: boolean
  /** As wide as the selected option rather than the longest one. */
  isSnug?: boolean
}

/** The browser's own select, which is light and works well on phones, with the frame of the other controls. */
export function NativeSelect({ options, isField = false, isSnug = false, ...rest }: Props) {
  return (
    <span className={classes.box} data-field={isField || undefined} data-snug={isSnug || undefined}>
      <select className={classes.select} {...rest}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronIcon />
    </span>
  )
}

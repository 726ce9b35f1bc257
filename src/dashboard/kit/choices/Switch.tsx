import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch as MantineSwitch } from '@mantine/core'
import classes from './Switch.module.css'

interface Props {
  /** Its accessible name. */
  label: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  /** For a label and a description that stand beside it. */
  id?: string
  describedBy?: string
  /** Where it can't be switched, which its description explains. */
  isDisabled?: boolean
}

/** Switches something on or off. Its name stands beside it, where a table or a row has it. */
export function Switch({ label, isOn, onSwitch, id, describedBy, isDisabled = false }: Props) {
  return (
    <MantineSwitch
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      aria-describedby={describedBy}
      withThumbIndicator={false}
      classNames={{ root: classes.root, track: classes.track, thumb: classes.thumb }}
      checked={isOn}
      disabled={isDisabled}
      onChange={(event) => onSwitch(event.currentTarget.checked)}
    />
  )
}

import { TextInput } from '@mantine/core'
import { CloseIcon } from '../../../components/icons.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import classes from '../monitors-and-tests.module.css'
import type { ConnectionDraft } from './draft.ts'

interface Props {
  /** Its place in the list: refusals name it by that. */
  at: number
  connection: ConnectionDraft
  errors: Readonly<Record<string, string>>
  onChange: (connection: ConnectionDraft) => void
  onRemove: () => void
}

const fields = [
  { name: 'down', wire: 'bandwidth_down', label: 'Down, Kbps' },
  { name: 'up', wire: 'bandwidth_up', label: 'Up, Kbps' },
  { name: 'latency', wire: 'latency', label: 'Latency, ms' },
  { name: 'loss', wire: 'drop_rate', label: 'Loss, %' },
] as const

/** A connectivity in numbers of one's own; 0 means not limited. */
export function CustomConnection({ at, connection, errors, onChange, onRemove }: Props) {
  return (
    <div className={classes.own} role="group" aria-label={`Connectivity ${at + 1}, own numbers, 0 is not limited`}>
      {fields.map(({ name, wire, label }) => (
        <TextInput
          key={name}
          name={`variables.connectivities.${at}.${wire}`}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          value={connection[name]}
          onChange={(event) => onChange({ ...connection, [name]: event.currentTarget.value })}
          error={errors[`variables.connectivities.${at}.${wire}`]}
        />
      ))}
      <IconButton label={`Remove connectivity ${at + 1}`} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

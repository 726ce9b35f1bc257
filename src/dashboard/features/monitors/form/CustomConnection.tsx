import { TextInput } from '@mantine/core'
import { CloseIcon } from '../../../kit/marks/icons.tsx'
import { IconButton } from '../../../kit/actions/IconButton.tsx'
import classes from '../monitors-and-tests.module.css'
import type { ConnectionDraft } from './draft.ts'

interface Props {
  /** Its index in the list, which error paths contain. */
  at: number
  connection: ConnectionDraft
  errors: Readonly<Record<string, string>>
  onChange: (connection: ConnectionDraft) => void
  onRemove: () => void
}

const fields = [
  { name: 'down', wire: 'bandwidth_down', label: 'Download, kbps' },
  { name: 'up', wire: 'bandwidth_up', label: 'Upload, kbps' },
  { name: 'latency', wire: 'latency', label: 'Latency, ms' },
  { name: 'loss', wire: 'drop_rate', label: 'Packet loss, %' },
] as const

/** The limits of a connection that isn't one of the presets. */
export function CustomConnection({ at, connection, errors, onChange, onRemove }: Props) {
  return (
    <div className={classes.own} role="group" aria-label={`Custom connection, number ${at + 1}`}>
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
      <IconButton label={`Remove connection ${at + 1}`} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

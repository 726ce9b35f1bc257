import { TextInput } from '@mantine/core'
import { useState } from 'react'

/** A field to type a name into before an irreversible action. `isReady` once it's typed exactly. */
export function useTypedConfirmation(expected: string) {
  const [typed, setTyped] = useState('')
  const field = (
    <TextInput
      name="confirmation"
      label={`Type ${expected} to confirm`}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      data-autofocus
    />
  )
  return { field, isReady: typed.trim() === expected }
}

import { TextInput } from '@mantine/core'
import { useState } from 'react'

/** A field to type a name into before an irreversible action. `ready` checks it and shows an error if it differs. */
export function useTypedConfirmation(expected: string) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const field = (
    <TextInput
      name="confirmation"
      label={`Type ${expected} to confirm`}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setIsWrong(false)
      }}
      error={isWrong && `Type ${expected} exactly as shown.`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
  const ready = () => {
    const same = typed.trim() === expected
    setIsWrong(!same)
    if (!same) document.querySelector<HTMLElement>('form [name="confirmation"]')?.focus()
    return same
  }
  return { field, ready }
}

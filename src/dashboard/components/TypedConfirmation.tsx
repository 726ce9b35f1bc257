import { TextInput } from '@mantine/core'
import { useState } from 'react'

/** Something to be typed before what cannot be undone. `ready` answers whether it was, and says so where not. */
export function useTypedConfirmation(wanted: string) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const field = (
    <TextInput
      name="confirmation"
      label={`Type ${wanted} to confirm`}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setRefused(false)
      }}
      error={refused && `This is not ${wanted}.`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
  const ready = () => {
    const same = typed.trim() === wanted
    setRefused(!same)
    if (!same) document.querySelector<HTMLElement>('form [name="confirmation"]')?.focus()
    return same
  }
  return { field, ready }
}

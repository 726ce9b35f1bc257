import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'

interface Props extends ComponentProps<typeof TextInput> {
  /** What else to know about the host. */
  note?: string
  /** Whether the restrictions on resellers apply. */
  isReseller?: boolean
}

const forResellers =
  'A host name such as www.example.com, without https://. It must have a CNAME record and can’t be a root domain.'

/** A field for a site's host, which may be typed or pasted as a whole address. */
export function HostInput({ note = '', isReseller = false, ...input }: Props) {
  return (
    <TextInput
      description={`${isReseller ? forResellers : 'A host name or address, such as www.example.com.'} ${note}`.trim()}
      withAsterisk
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  )
}

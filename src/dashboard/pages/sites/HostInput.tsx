import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'

interface Props extends ComponentProps<typeof TextInput> {
  /** What else to know about the host. */
  note?: string
  /** Whether an https address is refused, as a reseller's is. */
  withoutHttps?: boolean
}

/** A field for a site's host, which may be typed or pasted as a whole address. */
export function HostInput({ note = '', withoutHttps = false, ...input }: Props) {
  return (
    <TextInput
      description={`${withoutHttps ? 'A host name such as www.example.com, without https://.' : 'A host name or address, such as www.example.com.'} ${note}`.trim()}
      withAsterisk
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  )
}

import { Fragment } from 'react'
import { addressParts } from '../format/format.ts'

/** A host, an address or an email, or words with one, which breaks before its parts where it doesn't fit. */
export function Breakable({ text }: { text: string }) {
  return addressParts(text).map((part, i) => (
    // the parts of a text stay where they are
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

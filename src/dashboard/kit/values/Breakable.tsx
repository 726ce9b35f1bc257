import { Fragment } from 'react'
import classes from './Breakable.module.css'
import { addressParts } from '../format/format.ts'

/** Longer parts may not fit into a line. */
const maxWhole = 16

interface Props {
  text: string
  /** Whether short parts stay whole even where text may break anywhere. */
  keepsParts?: boolean
}

/** A host, an address or an email, or words with one, which breaks before its parts where it doesn't fit. */
export function Breakable({ text, keepsParts = false }: Props) {
  return addressParts(text).map((part, i) => (
    // the parts of a text stay where they are
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {keepsParts && part.length <= maxWhole ? <span className={classes.whole}>{part}</span> : part}
    </Fragment>
  ))
}

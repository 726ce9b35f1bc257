import { Fragment } from 'react'
import type { Filter } from '../../../../contract/index.ts'
import { subjectInWords } from '../../../../words/filters.ts'
import classes from './sentences.module.css'

/** A filter as a sentence, with what is compared set apart: `Not if the address contains /cart`. */
export function FilterSentence({ filter: { direction, match } }: { filter: Filter }) {
  return (
    <span>
      {direction === 0 ? 'Not if ' : 'Only if '}
      {match.map((one, i) => (
        <Fragment key={i}>
          {i > 0 && ' and '}
          {subjectInWords(one)} <code className={classes.quoted}>{one.condition}</code>
        </Fragment>
      ))}
    </span>
  )
}

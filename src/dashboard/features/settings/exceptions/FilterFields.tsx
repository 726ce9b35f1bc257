import { TextInput } from '@mantine/core'
import { type Filter, type FilterMatch, matchNames, matchOperators } from '../../../../contract/index.ts'
import { asFieldError } from '../../../../client/errors.ts'
import { IconButton } from '../../../kit/actions/IconButton.tsx'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { CloseIcon } from '../../../kit/marks/icons.tsx'
import classes from '../settings.module.css'
import { isRegex } from './regex-problems.ts'

interface Props {
  filter: Filter
  /** What is wrong, by path in the filter, such as `match.0.condition`. */
  errors: Readonly<Record<string, string>>
  /** Stands before the paths in the names of the fields, where a form has several filters: `filters.0.` */
  prefix?: string
  onChange: (filter: Filter) => void
}

const emptyMatch: FilterMatch = { name: 'URI', operator: 'CONTAIN', condition: '' }
/** A filter to begin with. @param direction 1 for only such requests, 0 for all but these */
export const newFilter = (direction: 0 | 1): Filter => ({ direction, match: [emptyMatch] })

const nameLabels = { URI: 'Address', Cookie: 'Cookies', 'Request-Header': 'Request header' } as const
const operatorLabels = { CONTAIN: 'contains', 'NOT-CONTAIN': 'doesn’t contain', REGEX: 'matches' } as const
const hints = {
  URI: 'Path and query, such as /checkout',
  Cookie: 'Names and values, such as session=',
  'Request-Header': 'The header’s value',
} as const

/** Which requests something is for: whether these or all others, and what is looked for in a request. */
export function FilterFields({ filter, errors, prefix = '', onChange }: Props) {
  const { direction, match: matches } = filter
  const change = (index: number, fields: Partial<FilterMatch>) =>
    onChange({
      ...filter,
      match: matches.map((match, i) => (i === index ? ({ ...match, ...fields } as FilterMatch) : match)),
    })
  return (
    <>
      <SegmentedControl
        label="Effect"
        value={String(direction)}
        options={[
          { value: '0', label: 'Leave these out' },
          { value: '1', label: 'Only these' },
        ]}
        onChange={(value) => onChange({ ...filter, direction: Number(value) })}
      />
      {matches.map((match, i) => (
        <div key={i} className={classes.match} role="group" aria-label={`Condition ${i + 1}`}>
          {matches.length > 1 && (
            <div className={classes.line}>
              <span className={classes.hint}>Condition {i + 1}</span>
              <IconButton
                label={`Remove condition ${i + 1}`}
                onClick={() => onChange({ ...filter, match: matches.filter((_, other) => other !== i) })}
              >
                <CloseIcon />
              </IconButton>
            </div>
          )}
          <Choice
            label="Look at"
            labelShown
            value={match.name}
            options={matchNames.map((value) => ({ value, label: nameLabels[value] }))}
            onChange={(name) => change(i, { name } as Partial<FilterMatch>)}
          />
          {match.name === 'Request-Header' && (
            <TextInput
              className={classes.text}
              label="Header"
              name={`${prefix}match.${i}.header_name`}
              value={match.header_name ?? ''}
              error={sentenceOf(errors[`match.${i}.header_name`])}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(i, { header_name: event.currentTarget.value })}
            />
          )}
          <Choice
            label="Test"
            labelShown
            value={match.operator}
            options={matchOperators.map((value) => ({ value, label: operatorLabels[value] }))}
            onChange={(operator) => change(i, { operator } as Partial<FilterMatch>)}
          />
          <TextInput
            className={classes.text}
            label={isRegex(match) ? 'Regular expression' : 'Text'}
            name={`${prefix}match.${i}.condition`}
            description={isRegex(match) ? 'RE2 syntax, such as ^/shop/(cart|checkout)' : hints[match.name]}
            value={match.condition}
            error={sentenceOf(errors[`match.${i}.condition`])}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            {...(i === 0 && prefix === '' ? { 'data-autofocus': true } : {})}
            onChange={(event) => change(i, { condition: event.currentTarget.value })}
          />
        </div>
      ))}
      {matches.length > 1 && <p className={classes.hint}>All conditions must match.</p>}
    </>
  )
}

/** The filter with one condition more. */
export function withCondition(filter: Filter): Filter {
  return { ...filter, match: [...filter.match, emptyMatch] }
}

/** Only a header has a name; one that was typed before something else was chosen is dropped. */
export function withoutStrayHeaders(filter: Filter): object {
  const match = filter.match.map((one) => {
    if (one.name === 'Request-Header') return one
    const { header_name: _, ...kept } = one
    return kept
  })
  return { ...filter, match }
}

function sentenceOf(problem: string | undefined): string | undefined {
  return problem && asFieldError(problem)
}

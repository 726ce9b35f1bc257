import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { matchCache } from '../../../contract/index.ts'
import { ApiError, asFieldError } from '../../../client/errors.ts'
import { ifOffered, q } from '../../api/queries.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { IconButton } from '../../kit/actions/IconButton.tsx'
import { Choice } from '../../kit/choices/Choice.tsx'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { CloseIcon } from '../../kit/marks/icons.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import classes from './cache.module.css'
import { matchInWords } from './match-words.ts'
import type { ProofPlace } from './proof.ts'
import { groupOf, type Kind, type Type } from './purge-kinds.ts'
import { isBlank, itemOf, textOf, type PurgeItem, type Row } from './purge-rows.ts'
import { keepRows, typeRow } from './purge-store.ts'
import type { LineProps } from './PurgeLines.tsx'
import { RowResult } from './RowResult.tsx'

interface Props extends LineProps {
  place: ProofPlace
  row: Row & { readonly kind: Kind }
}

const matchOf = ({ siteId, user }: ProofPlace, item: PurgeItem) => ({
  ...ifOffered(q(matchCache, { path: { site_id: siteId }, query: { user_id: user }, body: item })),
  // it's about this moment, and each question counts as a visit
  enabled: false,
  gcTime: 0,
  retry: false,
})

/** What may name more than an address, and how much of what is stored it names. */
export function PatternLine({ purgeKey, place, row, number, problem, proof }: Props) {
  const { kind, type, result } = row
  const { field } = groupOf(kind)
  const match = useQuery(matchOf(place, itemOf(row)))
  const change = (typed: Partial<Row>) => typeRow(purgeKey, row.id, { kind, type, ...typed })
  const canCheck = !isBlank(row) && !problem && !match.isFetching
  return (
    <li className={classes.patternLine}>
      <How row={row} number={number} onChange={change} />
      {kind !== 'type' && (
        <TextInput
          className={classes.named}
          aria-label={`${field} ${number}`}
          placeholder={placeholders[kind]}
          value={textOf(row)}
          error={problem !== undefined && problem.field !== 'type'}
          aria-describedby={`purge-result-${row.id}`}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => change({ domain: '', path: event.currentTarget.value })}
        />
      )}
      {kind !== 'type' && kind !== 'tag' && (
        <Choice
          label={`Type of ${field.toLowerCase()} ${number}`}
          value={type ?? ''}
          options={limits}
          onChange={(chosen) => change({ type: asType(chosen) })}
        />
      )}
      {match.data !== null && result.kind !== 'accepted' && (
        // a disabled one would lose the focus
        <ReasonButton
          does="cache.match"
          variant="default"
          disabledReason={canCheck ? undefined : match.isFetching ? 'Being checked.' : 'Enter what to purge first.'}
          onClick={() => void match.refetch()}
        >
          {match.isFetching ? 'Checking…' : 'Check'}
          <VisuallyHidden> {`${field.toLowerCase()} ${number}`}</VisuallyHidden>
        </ReasonButton>
      )}
      <IconButton
        className={classes.remove}
        label={`Remove ${field.toLowerCase()} ${number}`}
        onClick={() => keepRows(purgeKey, (other) => other.id !== row.id)}
      >
        <CloseIcon />
      </IconButton>
      <span id={`purge-result-${row.id}`} role="status" className={classes.said}>
        {problem || result.kind !== 'unsent' ? (
          <RowResult row={row} problem={problem} proof={proof} />
        ) : match.isFetching ? null : match.error ? (
          <Verdict severity="error">{whyUnchecked(match.error)}</Verdict>
        ) : match.data === null ? (
          'This service can’t count what a purge would remove.'
        ) : (
          match.data && matchInWords(match.data)
        )}
      </span>
    </li>
  )
}

/** How the line names what to purge, before what it says. */
function How({
  row,
  number,
  onChange,
}: {
  row: Props['row']
  number: number
  onChange: (typed: Partial<Row>) => void
}) {
  const { kind, type } = row
  if (kind === 'type')
    return (
      <Choice
        label={`Type ${number}`}
        value={type ?? ''}
        options={wholeTypes}
        onChange={(chosen) => onChange({ type: asType(chosen) })}
      />
    )
  if (kind === 'contains' || kind === 'regex')
    return (
      <Choice
        label={`How pattern ${number} is compared`}
        value={kind}
        options={comparisons}
        onChange={(chosen) => onChange({ kind: chosen === 'regex' ? 'regex' : 'contains' })}
      />
    )
  return <span className={classes.how}>{kind === 'tag' ? 'Tag' : 'Begins with'}</span>
}

const placeholders = {
  address: '',
  below: '/bikes/',
  contains: 'trail',
  regex: '^/(de|en)/bikes/',
  tag: 'bikes',
} as const

const comparisons = [
  { value: 'contains', label: 'Contains' },
  { value: 'regex', label: 'Regular expression' },
]
const limits = [
  { value: '', label: 'Any type' },
  { value: 'css', label: 'CSS' },
  { value: 'js', label: 'JavaScript' },
  { value: 'page', label: 'Everything else' },
]
const wholeTypes = [
  { value: '', label: 'Choose a type…' },
  { value: 'css', label: 'All CSS' },
  { value: 'js', label: 'All JavaScript' },
  { value: 'page', label: 'Everything else' },
]

function asType(text: string): Type | undefined {
  return text === 'css' || text === 'js' || text === 'page' ? text : undefined
}

function whyUnchecked(error: Error): string {
  const [words] = error instanceof ApiError ? Object.values(error.fields) : []
  return words ? asFieldError(words) : reasonOf(error)
}

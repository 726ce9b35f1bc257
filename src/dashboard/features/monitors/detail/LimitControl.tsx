import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { slowRounds, type LimitedMetric } from '../../../../contract/index.ts'
import { isExtensionMissing } from '../../../../client/errors.ts'
import { adviceAfterChange, ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { entryUnit, formatMetricTick, metricWords } from '../../samples/metrics.ts'
import { limitIn, limitProblem, typedLimit } from '../limit-entry.ts'
import classes from '../monitors-and-tests.module.css'
import type { LimitState, NoLimit } from './use-limits.ts'

interface Props {
  limit: LimitState | NoLimit
  /** What to begin with; undefined if nothing tells. */
  first: number | undefined
}

/** Sets, changes and removes the limit of a metric, and says what it does. */
export function LimitControl({ limit, first }: Props) {
  if ('reason' in limit) {
    return (
      <div>
        <ReasonButton variant="default" disabledReason={limit.reason} onClick={() => undefined}>
          Set a limit
        </ReasonButton>
      </div>
    )
  }
  return <OfMetric key={limit.metric} limit={limit} first={first} />
}

function OfMetric({ limit, first }: { limit: LimitState; first: number | undefined }) {
  const { value, isNew, draft, error, removing } = limit
  const place = useRef<HTMLDivElement>(null)
  const exists = value !== undefined
  const before = useRef(exists)
  useEffect(() => {
    if (before.current === exists) return
    before.current = exists
    // the button that had the focus is gone; a field would open the keyboard of a phone
    if (document.activeElement !== document.body) return
    const field = isNew && !window.matchMedia('(pointer: coarse)').matches ? 'input' : 'p, button'
    place.current?.querySelector<HTMLElement>(field)?.focus({ preventScroll: true })
  }, [exists, isNew])
  return (
    <div ref={place} className={classes.inside}>
      {exists ? (
        <LimitForm limit={limit} value={value} />
      ) : (
        <div className={classes.line}>
          <ReasonButton
            does="monitors.setLimits"
            variant="default"
            disabledReason={first === undefined ? 'Nothing was measured in this time range.' : undefined}
            onClick={() => draft(first)}
          >
            Set a limit
          </ReasonButton>
          <span className={classes.hint}>
            A location becomes slow once {slowRounds.over} of {slowRounds.of} rounds have a sample over the limit, and
            recovers after {slowRounds.recovers} rounds in a row without one.
          </span>
        </div>
      )}
      {error && (
        <ErrorState
          error={error}
          title={removing ? 'Couldn’t remove the limit.' : 'Couldn’t save the limit.'}
          advice={isExtensionMissing(error) ? 'This service may not support limits.' : adviceAfterChange(error)}
        />
      )}
    </div>
  )
}

function LimitForm({ limit: { metric, isNew, draft, set }, value }: { limit: LimitState; value: number }) {
  const [text, setText] = useState(() => entryOf(metric, value))
  const [problem, setProblem] = useState<string>()
  const [before, setBefore] = useState(value)
  const { unit } = text
  const problemWith = (limit: number) => limitProblem(metric, limit, unit)
  const entered = limitIn(text.typed, unit)
  if (value !== before) {
    setBefore(value)
    // what someone is typing stays
    if (entered === before || entered === value) setText(entryOf(metric, value))
    setProblem(undefined)
  }
  const type = (typed: string) => {
    setText({ ...text, typed })
    setProblem(undefined)
    const limit = limitIn(typed, unit)
    if (!isNew || problemWith(limit) !== undefined) return
    // the sentence and the line in the chart follow, and what was typed stays as it is
    setBefore(limit)
    draft(limit)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const found = problemWith(entered)
    setProblem(found)
    if (found === undefined && (isNew || entered !== value)) set(entered)
  }
  return (
    <form className={classes.limit} noValidate onSubmit={submit}>
      <p tabIndex={-1}>
        {isNew && 'Not saved yet. '}A location becomes slow once {slowRounds.over} of {slowRounds.of} rounds have a
        sample over <strong>{formatMetricTick(metric, value)}</strong>, and recovers after {slowRounds.recovers} rounds
        in a row without one.
      </p>
      <TextInput
        label={`${metricWords(metric).label} limit${unit.name ? `, ${unit.name}` : ''}`}
        inputMode="decimal"
        wrapperProps={{ 'data-paper': 'hidden' }}
        autoComplete="off"
        value={text.typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        error={problem}
      />
      <div className={classes.together}>
        <Button type="submit" variant={isNew ? 'filled' : 'default'}>
          Save limit
        </Button>
        <Button variant="default" onClick={() => (isNew ? draft(undefined) : set(undefined))}>
          {isNew ? 'Cancel' : 'Remove limit'}
        </Button>
      </div>
    </form>
  )
}

/** A limit as text, in the unit in which it's shown. */
function entryOf(metric: LimitedMetric, value: number) {
  const unit = entryUnit(metric, value)
  return { typed: typedLimit(value, unit), unit }
}

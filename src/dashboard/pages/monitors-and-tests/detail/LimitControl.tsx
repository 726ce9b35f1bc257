import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { limitsBody, problemsOf, slowRounds, type LimitedMetric } from '../../../../contract/index.ts'
import { asFieldError, isExtensionMissing } from '../../../api/errors.ts'
import { adviceAfterChange, ErrorState } from '../../../components/ErrorState.tsx'
import { ReasonButton } from '../../../components/ReasonButton.tsx'
import { formatMetricTick, unitOf } from '../../../format/metrics.ts'
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
  const { value, set, error, removing } = limit
  const place = useRef<HTMLDivElement>(null)
  const exists = value !== undefined
  const before = useRef(exists)
  useEffect(() => {
    if (before.current === exists) return
    before.current = exists
    // the button that had the focus may be gone; a field would open the keyboard of a phone
    if (document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('p, button')?.focus({ preventScroll: true })
  }, [exists])
  return (
    <div ref={place} className={classes.inside}>
      {exists ? (
        <LimitForm limit={limit} value={value} />
      ) : (
        <div className={classes.line}>
          <ReasonButton
            variant="default"
            disabledReason={first === undefined ? 'Nothing was measured in this time range.' : undefined}
            onClick={() => set(first)}
          >
            Set a limit
          </ReasonButton>
          <span className={classes.hint}>
            With a limit, the monitor is slow when over it in {slowRounds.over} of {slowRounds.of} rounds.
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

function LimitForm({ limit: { metric, set }, value }: { limit: LimitState; value: number }) {
  const [text, setText] = useState(String(value))
  const [problem, setProblem] = useState<string>()
  const [before, setBefore] = useState(value)
  if (value !== before) {
    setBefore(value)
    // what someone is typing stays
    if (text === String(before)) setText(String(value))
    setProblem(undefined)
  }
  const unit = unitOf(metric)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const entered = text.trim() === '' ? Number.NaN : Number(text)
    const found = Number.isNaN(entered) ? 'must be a number' : problemOf(metric, entered)
    setProblem(found && asFieldError(found))
    if (found === undefined && entered !== value) set(entered)
  }
  return (
    <form className={classes.limit} noValidate onSubmit={submit}>
      <p tabIndex={-1}>
        Slow when over <strong>{formatMetricTick(metric, value)}</strong> in {slowRounds.over} of {slowRounds.of}{' '}
        rounds.
      </p>
      <TextInput
        label={unit ? `Limit, ${unit}` : 'Limit'}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(undefined)
        }}
        error={problem}
      />
      <Button type="submit" variant="default">
        Save limit
      </Button>
      <Button variant="default" onClick={() => set(undefined)}>
        Remove limit
      </Button>
    </form>
  )
}

/** What the contract finds wrong with a limit. */
function problemOf(metric: LimitedMetric, value: number): string | undefined {
  const result = limitsBody.safeParse({ limits: { [metric]: value } })
  return result.success ? undefined : Object.values(problemsOf(result.error))[0]
}

import { Button } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { useZone } from '../stores/preferences.ts'
import { SegmentedControl } from './SegmentedControl.tsx'
import { clockIn, momentIn, zoneName } from '../format/time.ts'
import { rangePresetNames, rangePresets, type RangePreset, type Span } from '../api/range-presets.ts'
import classes from './RangeChoice.module.css'

interface Props {
  range: RangePreset | Span
  span: Span
  onChange: (range: RangePreset | Span) => void
}

/** Chooses the time window: a preset, or a start and end in the chosen time zone. */
export function RangeChoice({ range, span, onChange }: Props) {
  const [choosingDates, setChoosingDates] = useState(false)
  const isDates = typeof range === 'object'
  return (
    <div className={classes.range}>
      <SegmentedControl
        label="Range"
        value={choosingDates || isDates ? 'dates' : range}
        options={[
          ...rangePresetNames.map((value) => ({ value, label: rangePresets[value].label })),
          { value: 'dates' as const, label: 'Custom' },
        ]}
        onChange={(value) => {
          if (value === 'dates') setChoosingDates(true)
          else {
            setChoosingDates(false)
            onChange(value)
          }
        }}
      />
      {(choosingDates || isDates) && (
        <Dates
          key={`${span.from} ${isDates}`}
          span={span}
          onChange={(next) => {
            setChoosingDates(false)
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

function Dates({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const zone = useZone()
  const id = useId()
  const [from, setFrom] = useState(() => clockIn(span.from, zone))
  const [to, setTo] = useState(() => clockIn(span.to, zone))
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = { from: momentIn(from, zone), to: momentIn(to, zone) }
    if (next.from === undefined || next.to === undefined) setProblem('Enter a date and a time.')
    else if (next.from >= next.to) setProblem('The start must be before the end.')
    else {
      setProblem('')
      onChange({ from: next.from, to: next.to })
    }
  }
  return (
    <form className={classes.dates} onSubmit={submit} noValidate>
      <label>
        From
        <input
          type="datetime-local"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          aria-describedby={id}
        />
      </label>
      <label>
        To
        <input
          type="datetime-local"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          aria-describedby={id}
        />
      </label>
      <span>{zoneName(zone, span.to)}</span>
      <Button type="submit" variant="default">
        Show
      </Button>
      <span id={id} className={classes.problem} role="alert">
        {problem}
      </span>
    </form>
  )
}

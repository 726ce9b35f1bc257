import { Button } from '@mantine/core'
import { useState } from 'react'
import { RangeControl } from '../../../../components/RangeControl.tsx'
import { Toolbar } from '../../../../components/Toolbar.tsx'
import { useNow } from '../../../../hooks/use-now.ts'
import { DayField } from './DayField.tsx'
import { day, dayText, isDay, type RequestedWindow, type TimeWindow, maxWindow } from './window.ts'
import { earlier, later, zoomIn, zoomOut } from './steps.ts'

interface Props {
  requested: RequestedWindow
  /** The time window of the service's reply. */
  shown: TimeWindow
  onChange: (requested: RequestedWindow) => void
  children: React.ReactNode
}

const minuteMs = 60_000

/** Chooses the time window: the latest 48 hours, 7 or 30 days, any dates, or a part of them. */
export function RangeBar({ requested, shown, onChange, children }: Props) {
  const now = useNow(minuteMs)
  const next = later(requested, shown, now)
  return (
    <>
      <Toolbar>
        <RangeControl
          value={requested.kind === 'latest' ? requested.range : ''}
          onChange={(range) => onChange({ kind: 'latest', range })}
        />
        <Dates key={`${dayText(shown.from)} ${dayText(shown.to - 1)}`} shown={shown} onChange={onChange} />
        {children}
      </Toolbar>
      <Toolbar>
        <Button variant="default" onClick={() => onChange(earlier(requested, shown))}>
          Earlier
        </Button>
        <Button variant="default" disabled={!next} onClick={() => next && onChange(next)}>
          Later
        </Button>
        <Button variant="default" disabled={!zoomIn(shown)} onClick={() => onChange(zoomIn(shown) ?? requested)}>
          Zoom in
        </Button>
        <Button
          variant="default"
          disabled={!zoomOut(shown, now)}
          onClick={() => onChange(zoomOut(shown, now) ?? requested)}
        >
          Zoom out
        </Button>
      </Toolbar>
    </>
  )
}

/** Days in UTC, like the service's. */
function Dates({ shown, onChange }: { shown: TimeWindow; onChange: (requested: RequestedWindow) => void }) {
  const [from, setFrom] = useState(dayText(shown.from))
  const [to, setTo] = useState(dayText(shown.to - 1))
  const [problem, setProblem] = useState('')
  const show = () => {
    const found = problemWith(from, to)
    setProblem(found)
    if (!found) onChange({ kind: 'days', from: Date.parse(from), to: Date.parse(to) + day })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        show()
      }}
    >
      <Toolbar>
        <DayField label="From" value={from} onChange={setFrom} />
        <DayField label="To" value={to} onChange={setTo} />
        <span>UTC</span>
        <Button type="submit" variant="default">
          Show
        </Button>
        {problem && <span role="alert">{problem}</span>}
      </Toolbar>
    </form>
  )
}

function problemWith(from: string, to: string): string {
  if (!isDay(from) || !isDay(to)) return 'Enter both dates.'
  if (from > to) return 'The start date can’t be after the end date.'
  if (Date.parse(from) > Date.now()) return 'The start date can’t be in the future.'
  if (Date.parse(to) + day - Date.parse(from) > maxWindow) return 'Choose a range of up to 10 years.'
  return ''
}

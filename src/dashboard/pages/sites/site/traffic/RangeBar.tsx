import { Button } from '@mantine/core'
import { useState } from 'react'
import { RangeControl } from '../../../../components/RangeControl.tsx'
import { Toolbar } from '../../../../components/Toolbar.tsx'
import { useNow } from '../../../../hooks/use-now.ts'
import { DayField } from './DayField.tsx'
import { day, dayText, isDay, type RequestedWindow, type TimeWindow, maxWindow } from './window.ts'
import { earlier, later, wider, within } from './steps.ts'

interface Props {
  asked: RequestedWindow
  /** What is shown, as the service answered it. */
  shown: TimeWindow
  onChange: (asked: RequestedWindow) => void
  children: React.ReactNode
}

const minuteMs = 60_000

/** Which time is shown: the latest 48 hours, 7 or 30 days, any dates, or a part of them. */
export function RangeBar({ asked, shown, onChange, children }: Props) {
  const now = useNow(minuteMs)
  const next = later(asked, shown, now)
  return (
    <>
      <Toolbar>
        <RangeControl
          value={asked.kind === 'latest' ? asked.range : ''}
          onChange={(range) => onChange({ kind: 'latest', range })}
        />
        <Dates key={`${dayText(shown.from)} ${dayText(shown.to - 1)}`} shown={shown} onChange={onChange} />
        {children}
      </Toolbar>
      <Toolbar>
        <Button variant="default" onClick={() => onChange(earlier(asked, shown))}>
          Earlier
        </Button>
        <Button variant="default" disabled={!next} onClick={() => next && onChange(next)}>
          Later
        </Button>
        <Button variant="default" disabled={!within(shown)} onClick={() => onChange(within(shown) ?? asked)}>
          Zoom in
        </Button>
        <Button variant="default" disabled={!wider(shown, now)} onClick={() => onChange(wider(shown, now) ?? asked)}>
          Zoom out
        </Button>
      </Toolbar>
    </>
  )
}

/** Days in UTC, as the service counts them. */
function Dates({ shown, onChange }: { shown: TimeWindow; onChange: (asked: RequestedWindow) => void }) {
  const [from, setFrom] = useState(dayText(shown.from))
  const [to, setTo] = useState(dayText(shown.to - 1))
  const [refused, setRefused] = useState('')
  const show = () => {
    const wrong = wrongWith(from, to)
    setRefused(wrong)
    if (!wrong) onChange({ kind: 'days', from: Date.parse(from), to: Date.parse(to) + day })
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
        <DayField label="to" value={to} onChange={setTo} />
        <span>UTC</span>
        <Button type="submit" variant="default">
          Show
        </Button>
        {refused && <span role="alert">{refused}</span>}
      </Toolbar>
    </form>
  )
}

function wrongWith(from: string, to: string): string {
  if (!isDay(from) || !isDay(to)) return 'Enter both days.'
  if (from > to) return 'The first day must not be after the last.'
  if (Date.parse(from) > Date.now()) return 'The first day must not be after today.'
  if (Date.parse(to) + day - Date.parse(from) > maxWindow) return 'At most 10 years at a time.'
  return ''
}

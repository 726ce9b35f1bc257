import { Button } from '@mantine/core'
import { rangePresets } from '../../kit/ranges/range-presets.ts'
import { DatesPopover } from '../../kit/choices/DatesPopover.tsx'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { RangeControl } from '../../kit/ranges/RangeControl.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { dateIn } from '../../kit/format/local-time.ts'
import { zoneName, type Zone } from '../../kit/format/time.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { useZone } from '../../kit/format/zone.ts'
import { Controls } from '../../kit/choices/Controls.tsx'
import { daysFrom, isDay, isSkipped, type RequestedWindow, type TimeWindow, maxWindow } from './window.ts'
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
  const zone = useZone()
  const next = later(requested, shown, now, zone)
  return (
    <Toolbar>
      <Controls
        title="Range"
        chosen={`Range: ${requested.kind === 'latest' ? rangePresets[requested.range].label : 'dates'}`}
      >
        <RangeControl
          value={requested.kind === 'latest' ? requested.range : ''}
          onChange={(range) => onChange({ kind: 'latest', range })}
        />
        <DatesPopover
          type="date"
          from={dateIn(shown.from, zone)}
          to={dateIn(shown.to - 1, zone)}
          zone={zoneName(zone, shown.to)}
          isChosen={requested.kind !== 'latest'}
          onShow={({ text: first }, { text: last }) => {
            const problem = problemWith(first, last, zone)
            if (!problem) onChange(daysFrom(first, last, zone))
            return problem
          }}
        />
        <Button variant="default" onClick={() => onChange(earlier(requested, shown, zone))}>
          Earlier
        </Button>
        <ReasonButton
          variant="default"
          disabledReason={next ? undefined : 'This is the latest traffic.'}
          onClick={() => next && onChange(next)}
        >
          Later
        </ReasonButton>
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
      </Controls>
      {children}
    </Toolbar>
  )
}

function problemWith(first: string, last: string, zone: Zone): string | undefined {
  if (!isDay(first) || !isDay(last)) return 'Enter both dates.'
  if (first > last) return 'The start date can’t be after the end date.'
  if (isSkipped(first, last, zone)) return 'The clocks skip that day in this time zone.'
  const { from, to } = daysFrom(first, last, zone)
  if (from > Date.now()) return 'The start date can’t be in the future.'
  if (last > dateIn(Date.now(), zone)) return 'The end date can’t be in the future.'
  return to - from > maxWindow ? 'Choose a range of up to 10 years.' : undefined
}

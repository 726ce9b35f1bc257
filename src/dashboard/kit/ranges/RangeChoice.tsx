import { useZone } from '../format/zone.ts'
import { momentsAt, skipAround } from '../format/local-time.ts'
import { clockIn, dateAndTime, zoneName, type Zone } from '../format/time.ts'
import { rangePresetNames, rangePresets, type RangePreset, type Span } from './range-presets.ts'
import { DatesPopover, type Entered } from '../choices/DatesPopover.tsx'
import classes from './RangeChoice.module.css'
import { SegmentedControl } from '../choices/SegmentedControl.tsx'

interface Props {
  range: RangePreset | Span
  span: Span
  onChange: (range: RangePreset | Span) => void
}

/** Chooses the time window: a preset, or a start and end in the chosen time zone. */
export function RangeChoice({ range, span, onChange }: Props) {
  const zone = useZone()
  const isDates = typeof range === 'object'
  return (
    <div className={classes.range}>
      <SegmentedControl<RangePreset | ''>
        label="Time range"
        value={isDates ? '' : range}
        options={rangePresetNames.map((value) => ({ value, label: rangePresets[value].label }))}
        onChange={(value) => value && onChange(value)}
      />
      <DatesPopover
        type="datetime-local"
        from={clockIn(span.from, zone)}
        to={clockIn(span.to, zone)}
        zone={[...new Set([zoneName(zone, span.from), zoneName(zone, span.to)])].join(' / ')}
        repeatsOf={(field, clock) => repeatsOf(clock, span[field], zone)}
        isChosen={isDates}
        onShow={(start, end) => {
          const from = momentOf(start, span.from, zone)
          const to = momentOf(end, span.to, zone)
          if (typeof from === 'string') return from
          if (typeof to === 'string') return to
          if (from >= to) return 'The start must be before the end.'
          onChange({ from, to })
          return undefined
        }}
      />
    </div>
  )
}

const minute = 60_000

/** The index of the moment that a page shows, among those of a time without seconds; 0 if it's none of them. */
const shownIn = (moments: readonly number[], shown: number) =>
  Math.max(
    0,
    moments.findIndex((at) => shown >= at && shown < at + minute),
  )

/** The moments of a time that comes more than once: "first, CEST". */
function repeatsOf(clock: string, shown: number, zone: Zone) {
  const moments = momentsAt(clock, zone) ?? []
  if (moments.length < 2) return undefined
  const order = ['first', 'second', 'third']
  return {
    names: moments.map((at, i) => `${order[i]}, ${zoneName(zone, at)}`),
    shown: shownIn(moments, shown),
  }
}

/** The moment that was entered, or what is wrong with it. A time that wasn't changed means the moment that is shown. */
function momentOf({ text, moment }: Entered, shown: number, zone: Zone): number | string {
  const moments = momentsAt(text, zone)
  if (!moments) return 'Enter a date and a time.'
  const at = moments[moment ?? shownIn(moments, shown)]
  if (at === undefined) {
    const [entered, from, to] = [text, ...Object.values(skipAround(text, zone))].map((clock) =>
      dateAndTime(Date.parse(`${clock}Z`), 'UTC'),
    )
    return `${entered} doesn’t exist: the clocks go from ${from} straight to ${to}.`
  }
  return shown >= at && shown < at + minute ? shown : at
}

import { useZone } from '../stores/preferences.ts'
import { clockIn, momentIn, zoneName } from '../format/time.ts'
import { rangePresetNames, rangePresets, type RangePreset, type Span } from '../api/range-presets.ts'
import { DatesPopover } from './DatesPopover.tsx'
import classes from './RangeChoice.module.css'
import { SegmentedControl } from './SegmentedControl.tsx'

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
        label="Range"
        value={isDates ? '' : range}
        options={rangePresetNames.map((value) => ({ value, label: rangePresets[value].label }))}
        onChange={(value) => value && onChange(value)}
      />
      <DatesPopover
        type="datetime-local"
        from={clockIn(span.from, zone)}
        to={clockIn(span.to, zone)}
        zone={zoneName(zone, span.to)}
        isChosen={isDates}
        onShow={(start, end) => {
          const from = momentIn(start, zone)
          const to = momentIn(end, zone)
          if (from === undefined || to === undefined) return 'Enter a date and a time.'
          if (from >= to) return 'The start must be before the end.'
          onChange({ from, to })
          return undefined
        }}
      />
    </div>
  )
}

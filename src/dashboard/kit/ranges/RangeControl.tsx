import { pageRanges, rangePresets, type PageRange } from './range-presets.ts'
import { SegmentedControl } from '../choices/SegmentedControl.tsx'

interface Props {
  label?: string
  /** Empty where the page shows other dates. */
  value: PageRange | ''
  onChange: (range: PageRange) => void
}

/** Chooses one of the ranges that pages of sites and monitors offer. */
export function RangeControl({ label = 'Time range', value, onChange }: Props) {
  return (
    <SegmentedControl<PageRange | ''>
      label={label}
      value={value}
      onChange={(range) => range && onChange(range)}
      options={pageRanges.map((name) => ({ value: name, label: rangePresets[name].label }))}
    />
  )
}

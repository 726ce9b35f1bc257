import { useState, type ComponentProps } from 'react'
import { hour, now } from '../specimens/sample-data.ts'
import type { Specimens } from '../specimens/specimen.tsx'
import { RangeChoice } from './RangeChoice.tsx'
import { RangeControl } from './RangeControl.tsx'
import { Zoomed } from './Zoomed.tsx'

function Ranges({ label, initial = '' }: { label: string; initial?: ComponentProps<typeof RangeControl>['value'] }) {
  const [value, setValue] = useState(initial)
  return <RangeControl label={label} value={value} onChange={setValue} />
}

const lastDay = { from: now - 24 * hour, to: now }

function Dates({ initial }: { initial: ComponentProps<typeof RangeChoice>['range'] }) {
  const [range, setRange] = useState(initial)
  return <RangeChoice range={range} span={typeof range === 'object' ? range : lastDay} onChange={setRange} />
}

export const specimens: Specimens = {
  RangeChoice: {
    purpose: 'Chooses a time window by name, or by its start and end.',
    cases: [
      { state: 'By name', example: <Dates initial="7d" /> },
      { state: 'By dates', example: <Dates initial={lastDay} /> },
    ],
  },
  RangeControl: {
    purpose: 'Offers the time windows that pages of sites and monitors have in common.',
    cases: [
      { state: 'Default', example: <Ranges label="Time range" initial="48h" /> },
      { state: 'Other dates', note: 'None of them is chosen', example: <Ranges label="Range, other dates" /> },
    ],
  },
  Zoomed: {
    purpose: 'Says which part of its range a chart shows, and leads back to the whole.',
    cases: [{ state: 'Default', example: <Zoomed zoom={lastDay} range="7d" samples="." onReset={() => undefined} /> }],
  },
}

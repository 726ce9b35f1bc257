import { ranges, type RangePreset } from '../../../api/key-page.ts'
import { SegmentedControl } from '../../../components/SegmentedControl.tsx'
import { useAddress } from '../../../hooks/use-address.ts'

const names = ['48h', '7d', '30d'] as const satisfies readonly RangePreset[]
const usual = '48h'

/** The range that a page looks at: it stands in the address. */
export function useRange(): readonly [RangePreset, (range: RangePreset) => void] {
  const [params, setParams] = useAddress()
  const range = names.find((name) => name === params.get('range')) ?? usual
  const choose = (next: RangePreset) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        if (next === usual) changed.delete('range')
        else changed.set('range', next)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return [range, choose]
}

export function RangeChoice({ range, onChange }: { range: RangePreset; onChange: (range: RangePreset) => void }) {
  return (
    <SegmentedControl
      label="Range"
      value={range}
      onChange={onChange}
      options={names.map((value) => ({ value, label: ranges[value].label }))}
    />
  )
}

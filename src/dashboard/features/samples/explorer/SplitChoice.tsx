import { splits, type Split } from '../../../../contract/index.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { splitWords } from '../splits.ts'
import type { ExplorerState } from '../explorer-state.ts'

interface Props {
  by: ExplorerState['by']
  /** What the charts are split by if nothing is chosen. */
  defaultSplit: Split | 'none'
  onChange: (by: ExplorerState['by']) => void
}

const options = [
  { value: 'none' as const, label: 'not split' },
  ...splits.map((value) => ({ value, label: `by ${splitWords[value]}` })),
]

/** Chooses what the charts have separate lines for. */
export function SplitChoice({ by, defaultSplit, onChange }: Props) {
  return (
    <Choice
      label="Split by"
      value={by ?? defaultSplit}
      options={options}
      onChange={(value) => {
        const chosen = options.find((option) => option.value === value)?.value
        onChange(chosen === defaultSplit ? undefined : chosen)
      }}
    />
  )
}

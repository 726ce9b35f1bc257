import { Checkbox } from '../../../kit/choices/Checkbox.tsx'
import { useIsPhone } from '../../../kit/layout/use-media.ts'
import type { Bulk } from './use-bulk.ts'

/** Selects all rows on the page, or none. A phone has no heads, so it says what it does. */
export function SelectAll({ bulk: { ids, selected, progress, setAll } }: { bulk: Bulk }) {
  const isPhone = useIsPhone()
  const all = selected.size === ids.length
  return (
    <Checkbox
      {...(isPhone ? { label: 'Select all' } : { 'aria-label': 'Select all' })}
      checked={all}
      ref={(element) => {
        if (element) element.indeterminate = !all && selected.size > 0
      }}
      disabled={progress !== null}
      onChange={() => setAll(all ? [] : ids)}
    />
  )
}

import { Checkbox } from '../../../kit/choices/Checkbox.tsx'
import { plural } from '../../../kit/format/format.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { toast } from '../../../kit/feedback/toast.ts'
import { dateAndTime } from '../../../kit/format/time.ts'
import type { Scope } from '../../../api/scope.ts'
import { maxCompared, compareTray, useCompared } from './compare-tray.ts'

/** Adds a sample to the comparison or removes it. */
export function CompareBox({
  scope,
  id,
  takenAt,
  label,
}: {
  scope: Scope
  id: string | undefined
  takenAt: string | undefined
  label?: string
}) {
  const zone = useZone()
  const compared = useCompared(scope)
  if (id === undefined) return null
  const at = Date.parse(takenAt ?? '')
  const toggle = () => {
    if (compared.includes(id)) compareTray.remove(scope, id)
    else if (!compareTray.add(scope, id))
      toast(`You can compare up to ${plural(maxCompared, 'sample')}. Remove one first.`)
  }
  return (
    <Checkbox
      {...(label === undefined ? {} : { label })}
      aria-label={`Compare sample from ${Number.isNaN(at) ? (takenAt ?? id) : dateAndTime(at, zone)}`}
      checked={compared.includes(id)}
      onChange={toggle}
    />
  )
}

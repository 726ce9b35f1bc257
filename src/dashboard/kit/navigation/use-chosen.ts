import { useState } from 'react'
import { useLocation } from 'react-router'
import { useIsUnderWay } from './use-address.ts'

/**
 * A choice that may stand in the address, and a function that chooses. What was chosen is shown at once, although the page
 * follows the address only when it has loaded; if it never does, the choice is as it was.
 */
export function useChosen<Value>(value: Value, onChange: (value: Value) => void) {
  const { key } = useLocation()
  const isUnderWay = useIsUnderWay()
  const [last, setLast] = useState<{ readonly chosen: Value; readonly over: Value; readonly from: string }>()
  const isAhead = isUnderWay && last?.from === key && last.over === value
  const choose = (chosen: Value) => {
    setLast({ chosen, over: value, from: key })
    onChange(chosen)
  }
  return [isAhead ? last.chosen : value, choose] as const
}

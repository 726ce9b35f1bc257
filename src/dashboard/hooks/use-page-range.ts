import { defaultPageRange, pageRangeIn, type PageRange } from '../api/range-presets.ts'
import { useAddress, withParam } from './use-address.ts'

/** The range that a page shows, kept in the address, and a function that changes it. */
export function usePageRange(): readonly [PageRange, (range: PageRange) => void] {
  const [params, setParams] = useAddress()
  const choose = (next: PageRange) =>
    setParams(withParam('range', next === defaultPageRange ? null : next), { replace: true, preventScrollReset: true })
  return [pageRangeIn(params), choose]
}

import { defaultPageRange, pageRangeIn, type PageRange } from './range-presets.ts'
import { useAddress, withParam } from '../navigation/use-address.ts'

/** The range that a page shows, kept in the address, and a function that changes it. */
export function usePageRange(): readonly [PageRange, (range: PageRange) => void] {
  const [params, setParams] = useAddress()
  const choose = (next: PageRange) =>
    setParams(
      (now) => {
        // a zoom was into the other range
        now.delete('from')
        now.delete('to')
        return withParam('range', next === defaultPageRange ? null : next)(now)
      },
      { replace: true, preventScrollReset: true },
    )
  return [pageRangeIn(params), choose]
}

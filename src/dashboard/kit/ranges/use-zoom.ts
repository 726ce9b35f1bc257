import { type Span, spanIn } from './range-presets.ts'
import { useAddress } from '../navigation/use-address.ts'

/** Shorter ranges rarely hold two samples, and the service counts traffic in 5 minutes. */
const minSpan = 15 * 60_000

/** The part that a page's charts are zoomed to, kept in the address, and a function that changes it. */
export function useZoom(): readonly [Span | undefined, (zoom: Span | undefined) => void] {
  const [params, setParams] = useAddress()
  const change = (zoom: Span | undefined) =>
    setParams(
      (now) => {
        now.delete('from')
        now.delete('to')
        if (zoom) {
          now.set('from', new Date(zoom.from).toISOString())
          now.set('to', new Date(Math.max(zoom.to, zoom.from + minSpan)).toISOString())
        }
        return now
      },
      { preventScrollReset: true },
    )
  return [spanIn(params), change]
}

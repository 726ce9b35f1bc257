import { createStore } from '../lib/create-store.ts'
import { xOf, type Scale } from './point-layer.ts'
import classes from './PointChart.module.css'

const cursor = createStore<number | undefined>(undefined)

/** Sets the time under the pointer, UNIX ms, which all charts of a page mark. */
export const setCursor = cursor.set

/** A line at the time under the pointer, here or in another chart. */
export function SharedCursor({ scale }: { scale: Scale }) {
  const at = cursor.useValue()
  if (at === undefined || at < scale.from || at > scale.to) return null
  return <span className={classes.cursor} style={{ insetInlineStart: xOf(at, scale) }} />
}

import { createStore } from '../../lib/create-store.ts'
import classes from './overlay.module.css'
import { xOf, type Scale } from './point-layer.ts'

/** A time under the pointer. */
interface Cursor {
  /** UNIX ms. */
  readonly at: number
  /** The charts that show their values at this time. */
  readonly stack?: string | undefined
}

const cursor = createStore<Cursor | undefined>(undefined)

/** Sets the time under the pointer, which all charts of a page mark. */
export function setCursor(at: number | undefined, stack?: string): void {
  const now = cursor.get()
  if (at !== now?.at || stack !== now?.stack) cursor.set(at === undefined ? undefined : { at, stack })
}

/** The time, UNIX ms, at which the charts of a stack show their values. */
export function useCursor(stack: string): number | undefined {
  const now = cursor.useValue()
  return now?.stack === stack ? now.at : undefined
}

/** A line at the time under the pointer, here or in another chart. */
export function SharedCursor({ scale }: { scale: Scale }) {
  const at = cursor.useValue()?.at
  if (at === undefined || at < scale.from || at > scale.to) return null
  return <span className={classes.cursor} style={{ insetInlineStart: xOf(at, scale) }} />
}

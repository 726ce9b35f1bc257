import { useEffect } from 'react'
import { rangePresets, type RangePreset, type Span } from './range-presets.ts'
import { createStore } from '../../lib/create-store.ts'

const shown = createStore<RangePreset | null>(null)

/** Tells which time window the page shows by name, so that a copied link can say when that was. */
export function useShownRange(range: RangePreset | Span): void {
  const preset = typeof range === 'string' ? range : null
  useEffect(() => {
    shown.set(preset)
    return () => shown.set(null)
  }, [preset])
}

/** The page's address for someone else. A window that ends now becomes the times that it has at `now`, UNIX ms. */
export function linkTo(address: string, now: number, range = shown.get()): string {
  const link = new URL(address)
  if (range) {
    const minute = 60_000
    const to = Math.ceil(now / minute) * minute
    link.searchParams.delete('range')
    link.searchParams.set('from', timeText(to - rangePresets[range].ms))
    link.searchParams.set('to', timeText(to))
  }
  return link.href
}

/** 2026-11-21T06:05Z */
function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`
}

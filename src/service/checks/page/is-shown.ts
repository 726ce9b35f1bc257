import type { PageObservation } from './view.ts'

/**
 * Whether a visitor sees something of the page: content of its own or, where it has only frames or its script never ends,
 * what the screen shows.
 * @param index the speed index; undefined if there was no time to compute it, and then any change of the screen counts
 */
export function isShown(
  { vitals, frames }: Pick<PageObservation, 'vitals' | 'frames'>,
  index: number | null | undefined,
): boolean {
  if (vitals?.firstContentfulPaint != null) return true
  const hasChanged = index === undefined ? new Set(frames.map(({ data }) => data)).size > 1 : index !== null
  return hasChanged && vitals?.domContentLoaded !== null
}

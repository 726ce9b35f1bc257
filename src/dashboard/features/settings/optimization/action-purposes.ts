import type { ActionName } from '../../../../contract/index.ts'

/** What the actions are for. Each is in one group. */
export const actionPurposes: readonly { readonly title: string; readonly actions: readonly ActionName[] }[] = [
  { title: 'Cache', actions: ['cache', 'htmlCache', 'staleWhileRevalidate', 'ignoredParameters'] },
  { title: 'Delivery', actions: ['compression', 'earlyHints', 'speculation', 'httpsRedirect'] },
  { title: 'Images', actions: ['images'] },
]

import { createStore } from '../lib/create-store.ts'

/** `doubtful` from a call that got no response, or a gateway's 502 to 504, until the banner's own read tells. */
export type Health = 'up' | 'doubtful' | 'down'

const store = createStore<Health>('up')

/** Whether the service can be reached. */
export const health = {
  current: store.get,
  report: store.set,
  /** Reports a failed call, which may have failed for reasons of its own. */
  doubt: () => {
    if (store.get() === 'up') store.set(navigator.onLine ? 'doubtful' : 'down')
  },
  subscribe: store.subscribe,
  useValue: store.useValue,
}

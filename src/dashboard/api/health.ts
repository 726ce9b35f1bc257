import { createStore } from '../lib/create-store.ts'

/** `down` if the last call got no response, or a gateway's 502 to 504. */
export type Health = 'up' | 'down'

const store = createStore<Health>('up')

/** Whether the service can be reached, as reported by every call. */
export const health = {
  current: store.get,
  report: store.set,
  subscribe: store.subscribe,
  useValue: store.useValue,
}

/** `down`: the last call got no answer, or a gateway's 502 to 504. */
export type Health = 'up' | 'down'

let current: Health = 'up'
const listeners = new Set<() => void>()

/** Whether the service answers, as told by the calls themselves. */
export const health = {
  current: (): Health => current,
  report(next: Health): void {
    if (next === current) return
    current = next
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

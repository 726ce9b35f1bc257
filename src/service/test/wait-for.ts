import { vi } from 'vitest'

/**
 * Repeats an assertion until it holds, every `interval` ms. Only something that never happens reaches the time-out, which
 * leaves room for a busy machine.
 */
export const waitFor = <T>(assertion: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(assertion, { timeout: 90_000, interval })

import { vi } from 'vitest'

/** Longer than any test may take, so that a test of what must not wait so long fails, ms. */
export const longerThanTheTestMs = 3600_000

/**
 * Repeats an assertion until it holds, every `interval` ms. Only something that never happens reaches the time-out, which
 * leaves room for a busy machine.
 */
export const waitFor = <T>(assertion: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(assertion, { timeout: 240_000, interval })

import { ApiError, unreachable } from '../../../client/errors.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The end of every example's time window. */
export const now = Math.floor(Date.now() / hour) * hour

export const longName = 'The winter catalogue, with every product page and the checkout in eleven languages'
export const longWord = 'shop.a-very-long-host-name-that-does-not-break-anywhere-by-itself.fjordbikes.example'
export const id = '0192f3b4-8c1d-7e55-9a02-6d1f4c7be3a8'

const requestId = '0192f3b4-9a77-7c21-8f0e-2b5d90c4e6f1'

/** An error of each kind that has its own advice. */
export const errors = {
  unreachable: unreachable(30_000),
  failed: new ApiError({ kind: 'failed', status: 503, sentence: 'The service is unavailable.', requestId }),
  tooMany: new ApiError({ kind: 'too-many', status: 429, sentence: 'Too many requests.', retryAfter: 3, requestId }),
  refusedKey: new ApiError({ kind: 'refused-key', status: 401, sentence: 'The service refused the key.' }),
  invalid: new ApiError({ kind: 'invalid', status: 422, sentence: 'The host is already in use.', requestId }),
} as const

/** Response times with a daily wave, the same on every load. */
export function wave(i: number, { base = 620, height = 240 }: { base?: number; height?: number } = {}): number {
  const jitter = ((i * 7919) % 97) / 97
  return Math.round(base + height * Math.sin((2 * Math.PI * i) / 24) + 120 * jitter)
}

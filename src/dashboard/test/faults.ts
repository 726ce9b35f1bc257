import type { Answer } from './stub-service.ts'

/** A way in which a request fails, what a page says about it, and the service's answer. */
export type Fault = readonly [what: string, words: string, answer: Answer]

export const faults: readonly Fault[] = [
  [
    'answered 503',
    'The service cannot answer now.',
    () => Response.json({ error: 'The service cannot answer now.' }, { status: 503 }),
  ],
  [
    'answered by another program',
    'The response doesn’t match this API.',
    () => new Response('<!doctype html><title>Not an API</title>'),
  ],
  [
    'not answered in time',
    'The service didn’t answer within 30 seconds.',
    (_, timeout) => {
      timeout.abort(new DOMException('', 'TimeoutError'))
      return new Promise(() => {})
    },
  ],
]

/** The parts of the package http-cache-tests that the test uses; it has no types. */

declare module 'http-cache-tests/tests/index.mjs' {
  export interface CacheTest {
    readonly id: string
    readonly kind?: 'required' | 'optimal' | 'check'
    readonly browser_only?: boolean
  }
  const suites: readonly { readonly id: string; readonly tests: readonly CacheTest[] }[]
  export default suites
}

declare module 'http-cache-tests/client/config.mjs' {
  export function setFetch(fetch: typeof globalThis.fetch): void
  export function setBaseUrl(url: string): void
}

declare module 'http-cache-tests/client/test.mjs' {
  import type { CacheTest } from 'http-cache-tests/tests/index.mjs'

  /** Runs a test, and records its result. */
  export function makeCacheTest(test: CacheTest): Promise<void>
  /** By the id of the test: true, or the name and the message of what failed. */
  export const testResults: Record<string, true | readonly [string, string]>
}

declare module 'http-cache-tests/server/*' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  const handle: (segments: string[], request: IncomingMessage, response: ServerResponse) => void
  export default handle
}

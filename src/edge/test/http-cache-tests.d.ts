/** The parts of the package http-cache-tests that the test uses; it has no types. */

declare module 'http-cache-tests/tests/index.mjs' {
  interface CacheTest {
    readonly id: string
    readonly kind?: 'required' | 'optimal' | 'check'
    readonly browser_only?: boolean
  }
  const suites: readonly { readonly id: string; readonly tests: readonly CacheTest[] }[]
  export default suites
}

declare module 'http-cache-tests/client/runner.mjs' {
  export function runTests(
    suites: readonly object[],
    fetch: typeof globalThis.fetch,
    isBrowser: boolean,
    baseUrl: string,
    atOnce: number,
  ): Promise<void>
  /** By the id of the test: true, or the name and the message of what failed. */
  export function getResults(): Readonly<Record<string, true | readonly [string, string]>>
}

declare module 'http-cache-tests/server/*' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  const handle: (segments: string[], request: IncomingMessage, response: ServerResponse) => void
  export default handle
}

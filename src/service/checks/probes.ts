import { BrowserPool } from './page/browser-pool.ts'
import { chromiumVersion } from './page/chromium.ts'
import { Failure } from './failure.ts'
import { checkHttp } from './http/http-check.ts'
import { checkPage, unmeasured } from './page/page-check.ts'
import type { Probes } from './probe.ts'
import type { Guard } from './target-guard.ts'

export interface ProbeOptions extends Guard {
  /** From `findChromium`; undefined if there is none. */
  readonly chromiumPath: string | undefined
  /** For an HTTP check, and for each view of a page check; default 30,000. */
  readonly timeoutMs?: number
}

/** The message of the issue that each view of a page check then has. */
const noChromium = 'Chromium is not installed at this location. The operator can install it or set CHROMIUM_PATH.'

/** The real probes: sockets for HTTP checks, and one Chromium for page checks, started by the first of them. */
export function createProbes({
  chromiumPath,
  resolver,
  allowPrivateTargets,
  timeoutMs = 30_000,
}: ProbeOptions): Probes {
  const options = { guard: { resolver, allowPrivateTargets }, timeoutMs }
  const pool = chromiumPath === undefined ? null : new BrowserPool(chromiumPath)
  let version: ReturnType<typeof chromiumVersion> | undefined
  return {
    async measure(check, signal) {
      signal.throwIfAborted()
      if (check.type === 'HTTP') return [await checkHttp(check, options, signal)]
      if (pool) return checkPage(check, pool, options, signal)
      return unmeasured(check, new Failure('no-browser', noChromium))
    },
    async browsers() {
      if (chromiumPath === undefined) return []
      const found = await (version ??= chromiumVersion(chromiumPath))
      return found ? [found] : []
    },
    close: async () => pool?.close(),
  }
}

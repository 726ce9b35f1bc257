import { checkLimits } from './limits.ts'
import { pageLimits } from './page/limits.ts'
import { Box } from './box/box.ts'
import { newBoxFolder, removeStaleBoxFolders } from './box/box-folder.ts'
import { BoxPool, pagesAtOnce } from './box/box-pool.ts'
import { dnsLimits, Failure, resolverFor, silentNameServers } from '../../shared/guard/index.ts'
import { checkHttp } from './http/http-check.ts'
import { rehearse } from './http/rehearsal.ts'
import { chromiumVersion } from './page/chromium.ts'
import type { PageLimits } from './page/network.ts'
import { unmeasured } from './page/unmeasured.ts'
import { isJudged, type LoopDelay } from './delay/index.ts'
import { runnerDelays } from '../../shared/observed.ts'
import { PageSlots } from './page-slots.ts'
import type { Check, Measurement, Probes } from './probe.ts'

export interface ProbeOptions {
  /** From `findChromium`; undefined if there is none. */
  readonly chromiumPath: string | undefined
  /** `address` or `address:port`; none for the machine's own. */
  readonly dnsServers: readonly string[]
  /** For a name server's first answer, ms; default `dnsLimits.attempt`. */
  readonly dnsAttemptMs?: number
  /** Lets checks of accounts reach loopback and private networks. */
  readonly allowPrivateTargets: boolean
  /** Networks that no check reaches, as addresses or CIDR; default none. */
  readonly refusedNetworks?: readonly string[]
  /** Whether Chromium runs in its sandbox; default true. */
  readonly sandbox?: boolean
  /** For an HTTP check, and for each view of a page check; default 30,000. */
  readonly timeoutMs?: number
  /** What each view of a page check may load; default `pageLimits`. */
  readonly pageLimits?: PageLimits
  /** Tells how late this process is. Without it, the runner's delay isn't measured. */
  readonly loopDelay?: LoopDelay
  /** How many pages are measured at once; default `pagesAtOnce`. */
  readonly pages?: number
}

/** The message of the issue that each view of a page check then has. */
const noChromium = 'Chromium is not installed at this location. The operator can install it or set CHROMIUM_PATH.'

/** An unprivileged user. Chromium's sandbox doesn't work for root, and without it, pages would be a step away from root. */
const nobody = { uid: 65_534, gid: 65_534 }

/** The real probes: sockets for HTTP checks, and boxes with a Chromium each for page checks. */
export function createProbes({
  chromiumPath,
  dnsServers,
  dnsAttemptMs = dnsLimits.attempt,
  allowPrivateTargets,
  refusedNetworks = [],
  sandbox = true,
  timeoutMs = checkLimits.time,
  pageLimits: limits = { requests: pageLimits.requests, bytes: pageLimits.bytes },
  loopDelay,
  pages = pagesAtOnce,
}: ProbeOptions): Probes {
  const resolver = resolverFor(dnsServers, dnsAttemptMs)
  const user = process.getuid?.() === 0 ? nobody : null
  const openBox = (tenant: string) => {
    const folder = newBoxFolder(user)
    const options = {
      dnsServers,
      silentNameServers: silentNameServers(),
      dnsAttemptMs,
      allowPrivateTargets,
      refusedNetworks,
      sandbox,
      user,
      measuresDelay: loopDelay !== undefined,
      timeoutMs,
      limits,
      folder,
    }
    return new Box(tenant, { ...options, chromiumPath: chromiumPath ?? '' })
  }
  if (chromiumPath !== undefined) removeStaleBoxFolders()
  const boxes = chromiumPath === undefined ? null : new BoxPool(openBox, pages)
  const slots = new PageSlots(pages)
  let version: ReturnType<typeof chromiumVersion> | undefined
  let rehearsed: Promise<void> | undefined
  const ownGuard = { resolver, refusedNetworks: [], allowPrivateTargets: true }
  const rehearsal = () =>
    rehearse((check) => checkHttp(check, { guard: ownGuard, timeoutMs, loopDelay }, AbortSignal.timeout(timeoutMs)))
  return {
    async measure(check, signal, onAnswer) {
      signal.throwIfAborted()
      if (check.type === 'HTTP') {
        await (rehearsed ??= rehearsal())
        const guard = { resolver, refusedNetworks, allowPrivateTargets: allowPrivateTargets && check.mayBePrivate }
        const measurements = [await checkHttp(check, { guard, timeoutMs, onAnswer, loopDelay }, signal)]
        recordDelay(check, measurements)
        return measurements
      }
      if (!boxes) return unmeasured(check, new Failure('no-browser', noChromium))
      const measurements = await boxes.measure(check, signal)
      slots.record(!measurements.every(isJudged))
      recordDelay(check, measurements)
      return measurements
    },
    async browsers() {
      if (chromiumPath === undefined) return []
      const found = await (version ??= chromiumVersion(chromiumPath))
      return found ? [found] : []
    },
    pageSlots: () => slots.now,
    close: async () => boxes?.close(),
  }
}

/** Lets the telemetry know how late the runner was. */
function recordDelay({ type }: Check, measurements: readonly Measurement[]): void {
  const delays = measurements.flatMap(({ runnerDelay }) => runnerDelay?.ms ?? [])
  if (delays.length > 0) runnerDelays.record({ type, ms: Math.max(...delays), isBusy: !measurements.every(isJudged) })
}

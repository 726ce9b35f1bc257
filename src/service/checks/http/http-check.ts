import type { Issue, RequestRecord } from '../../../contract/index.ts'
import { httpCheckLimits } from './limits.ts'
import { type Dial, Failure, type Guard, guardedDial, type Resolver } from '../../../shared/guard/index.ts'
import { type LoopDelay, StepDelays, withDelay } from '../delay/index.ts'
import { Cookies } from './cookies.ts'
import { type ResponseSummary, exchange } from './exchange.ts'
import { metricsOf, ms } from '../metrics.ts'
import { keptHeaders } from '../request-headers.ts'
import { earliest } from '../certificate-path.ts'
import type { CertificateEnd, Check, Measurement } from '../probe.ts'
import type { ByteStream } from '../throttle/stream-pair.ts'
import { Throttle } from '../throttle/throttle.ts'
import { throttledDial } from '../throttle/throttled-dial.ts'
import { issuesOf } from '../severity.ts'
import { checkHeaders } from '../check-headers.ts'

export interface HttpOptions {
  readonly guard: Guard
  /** Covers the whole check, redirects and body included. */
  readonly timeoutMs: number
  /** How much of a body is read; default 20 MiB. */
  readonly maxBytes?: number
  /** Certificate authorities (PEM) instead of Node's. */
  readonly ca?: string | undefined
  /** Called when the target begins to answer. */
  readonly onAnswer?: (() => void) | undefined
  /** Tells how late this process is. Without it, the runner's delay isn't measured. */
  readonly loopDelay?: LoopDelay | undefined
}

const userAgent = 'SitePerformance/1.0'

/**
 * One HTTP check: the request, up to 20 redirects (each with a new connection and an entry in `requests`, and with the
 * cookies that were set on the way), and the whole body. Bodies are counted as received, never decoded. Certificates are verified. `metricsOf` defines the metrics. Never
 * throws for what the target does.
 * @throws the signal's reason if it is aborted
 */
export async function checkHttp(check: Check, options: HttpOptions, signal: AbortSignal): Promise<Measurement> {
  signal.throwIfAborted()
  const { guard, loopDelay } = options
  if (!loopDelay) return measureThrough(guardedDial(guard), check, options, signal, () => undefined)
  const endWatch = loopDelay.begin()
  const delays = new StepDelays(loopDelay)
  const onStep = () => delays.record()
  try {
    const dial = guardedDial({ ...guard, resolver: watched(guard.resolver, onStep) })
    const measurement = await measureThrough(dial, check, options, signal, onStep, delays)
    return withDelay(measurement, delays.total())
  } finally {
    endWatch()
  }
}

/** Looking a name up is a step too. */
function watched(resolver: Resolver, onStep: () => void): Resolver {
  return { lookup: (host) => resolver.lookup(host).finally(onStep) }
}

async function measureThrough(
  dial: Dial,
  check: Check,
  options: HttpOptions,
  signal: AbortSignal,
  onStep: () => void,
  delays?: StepDelays,
): Promise<Measurement> {
  if (!check.connectivity) return measure(check, dial, options, signal, onStep)
  const throttle = new Throttle(check.connectivity, { lag: () => options.loopDelay?.lag() ?? 0 })
  const measured = await measure(check, throttledDial(dial, throttle), options, signal, onStep)
  delays?.add(throttle.late())
  return { ...measured, applied: throttle.applied() }
}

async function measure(
  check: Check,
  dial: Dial<ByteStream>,
  options: HttpOptions,
  signal: AbortSignal,
  onStep: () => void,
): Promise<Measurement> {
  const takenAt = Date.now()
  const origin = performance.now()
  const deadline = AbortSignal.timeout(options.timeoutMs)
  // the failure that follows may take a few turns of the event loop
  deadline.addEventListener('abort', onStep)
  const requests: RequestRecord[] = []
  let response: ResponseSummary | null = null
  let failure: Failure | null = null
  try {
    response = await follow(check, dial, options, requests, origin, AbortSignal.any([signal, deadline]), onStep)
  } catch (error) {
    onStep()
    signal.throwIfAborted()
    failure = failureOf(error, deadline.aborted, check.url, options.timeoutMs)
    const last = requests.at(-1)
    if (last) {
      last.error = failure.message
      last.end ??= ms(performance.now() - origin)
    }
  } finally {
    deadline.removeEventListener('abort', onStep)
  }
  const last = requests.at(-1)
  const truncated = response?.truncated ?? false
  const firstByte = last && last.wait !== null && last.end !== null ? last.end - (last.receive ?? 0) : null
  return {
    view: null,
    takenAt,
    metrics: metricsOf({
      dns: last?.dns ?? null,
      connect: last?.connect ?? null,
      tls: last?.tls ?? null,
      first_byte: response ? firstByte : null,
      last_byte: response && !truncated ? (last?.end ?? null) : null,
      status_code: response?.status || null,
      bytes_total: requests.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    }),
    issues: issues(check, failure, response, options),
    requests,
    headers: response?.headers ?? [],
    applied: null,
    screenshots: [],
    loadedFirst: null,
    certificate: response?.certificate ?? null,
    runnerDelay: null,
  }
}

async function follow(
  check: Check,
  dial: Dial<ByteStream>,
  options: HttpOptions,
  requests: RequestRecord[],
  origin: number,
  signal: AbortSignal,
  onStep: () => void,
): Promise<ResponseSummary> {
  let url = withoutCredentials(new URL(check.url))
  let configured = checkHeaders(check)
  let { method, body } = check
  const certificates: CertificateEnd[] = []
  const cookies = new Cookies()
  for (let hop = 0; hop <= httpCheckLimits.redirects; hop++) {
    const record = newRecord(url, method, performance.now() - origin)
    requests.push(record)
    const headers = new Map([
      ['user-agent', [userAgent]],
      ['accept', ['*/*']],
      ['accept-encoding', ['gzip, br']],
      ...configured,
    ])
    const cookie = cookies.headerFor(url, configured.get('cookie'))
    if (cookie === undefined) headers.delete('cookie')
    else headers.set('cookie', [cookie])
    const maxBytes = options.maxBytes ?? httpCheckLimits.body
    const response = await exchange(
      { url, method, headers, body },
      record,
      origin,
      { dial, ca: options.ca, maxBytes, onAnswer: options.onAnswer, onStep },
      signal,
    )
    record.headers = keptHeaders(response.headers)
    cookies.store(response.cookies, url)
    if (response.certificate) certificates.push(response.certificate)
    if (response.location === undefined) return { ...response, certificate: earliest(certificates) }
    const next = redirectTarget(response.location, url)
    // a redirect to another origin drops the configured headers and the body for good: that origin could redirect back with its own path
    if (next.origin !== url.origin) {
      configured = new Map()
      body = null
    }
    // Fetch standard, "HTTP-redirect fetch", step 12: these redirects turn the request into a GET without a body
    if (response.status === 303 || (method === 'POST' && (response.status === 301 || response.status === 302))) {
      method = 'GET'
      body = null
      configured = new Map([...configured].filter(([name]) => !name.startsWith('content-')))
    }
    url = next
  }
  throw new Failure(
    'too-many-redirects',
    `${new URL(check.url).host} redirected more than ${httpCheckLimits.redirects} times.`,
  )
}

function redirectTarget(location: string, from: URL): URL {
  const next = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
  if (next && /^https?:$/.test(next.protocol)) {
    // Fetch standard, "location URL", step 4
    next.hash ||= from.hash
    return withoutCredentials(next)
  }
  throw new Failure(
    'navigation-failed',
    `${from.host} redirected to a URL that is neither http nor https: ${location.slice(0, 200)}`,
  )
}

function withoutCredentials(url: URL): URL {
  url.username = url.password = ''
  return url
}

function newRecord(url: URL, method: string, start: number): RequestRecord {
  const phases = { dns: null, connect: null, tls: null, wait: null, receive: null, end: null }
  return {
    url: url.href,
    method,
    type: 'document',
    status: null,
    protocol: null,
    start: ms(start),
    ...phases,
    bytes: null,
    error: null,
  }
}

function failureOf(error: unknown, timedOut: boolean, url: string, timeoutMs: number): Failure {
  if (timedOut)
    return new Failure('timeout', `${new URL(url).host} did not send a complete response within ${timeoutMs / 1000} s.`)
  if (error instanceof Failure) return error
  return new Failure('no-answer', `The request failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}

function issues(
  check: Check,
  failure: Failure | null,
  response: ResponseSummary | null,
  options: HttpOptions,
): Issue[] {
  return issuesOf({
    url: check.url,
    failure,
    status: response?.status || null,
    bodyLimit: response?.truncated ? (options.maxBytes ?? httpCheckLimits.body) : null,
    failedAssets: [],
    exceptions: [],
    consoleErrors: [],
    score: null,
  })
}

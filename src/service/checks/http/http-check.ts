import type { Issue, RequestRecord } from '../../../contract/index.ts'
import { type Dial, guardedDial } from '../dial.ts'
import { type Answer, exchange } from './exchange.ts'
import { Failure } from '../failure.ts'
import { metricsOf, ms } from '../metrics.ts'
import type { Check, Measurement } from '../probe.ts'
import { startRelay } from '../throttle/relay.ts'
import { relayedDial } from '../throttle/relayed-dial.ts'
import { issuesOf } from '../severity.ts'
import type { Guard } from '../target-guard.ts'
import { ownHeaders } from '../check-headers.ts'

export interface HttpOptions {
  readonly guard: Guard
  /** For the whole check, redirects and body included. */
  readonly timeoutMs: number
  /** A body is read up to here; default 20 MiB. */
  readonly mostBytes?: number
  /** Certificate authorities (PEM) in place of the well-known ones. */
  readonly ca?: string | undefined
}

const mostRedirects = 10
const redirects = new Set([301, 302, 303, 307, 308])
const userAgent = 'SitePerformance/1.0'

/**
 * One HTTP check: the request, its redirects (at most 10, a new connection and an entry in `requests` each), the whole
 * body. Bodies are counted as they come, never decoded. Certificates are checked. What the metrics mean stands with
 * `metricsOf`. Never throws for what the target does.
 * @throws the signal's reason where it is aborted
 */
export async function checkHttp(check: Check, options: HttpOptions, signal: AbortSignal): Promise<Measurement> {
  signal.throwIfAborted()
  const dial = guardedDial(options.guard)
  if (!check.connectivity) return measure(check, dial, options, signal)
  const relay = await startRelay(dial, check.connectivity)
  try {
    const measured = await measure(check, relayedDial(relay), options, signal)
    return { ...measured, applied: relay.applied() }
  } finally {
    await relay.close()
  }
}

async function measure(check: Check, dial: Dial, options: HttpOptions, signal: AbortSignal): Promise<Measurement> {
  const takenAt = Date.now()
  const origin = performance.now()
  const deadline = AbortSignal.timeout(options.timeoutMs)
  const requests: RequestRecord[] = []
  let answer: Answer | null = null
  let failure: Failure | null = null
  try {
    answer = await follow(check, dial, options, requests, origin, AbortSignal.any([signal, deadline]))
  } catch (error) {
    signal.throwIfAborted()
    failure = failureOf(error, deadline.aborted, check.url, options.timeoutMs)
    const last = requests.at(-1)
    if (last) {
      last.error = failure.message
      last.end ??= ms(performance.now() - origin)
    }
  }
  const last = requests.at(-1)
  const truncated = answer?.truncated ?? false
  const firstByte = last && last.wait !== null && last.end !== null ? last.end - (last.receive ?? 0) : null
  return {
    view: null,
    takenAt,
    metrics: metricsOf({
      dns: last?.dns ?? null,
      connect: last?.connect ?? null,
      tls: last?.tls ?? null,
      first_byte: answer ? firstByte : null,
      last_byte: answer && !truncated ? (last?.end ?? null) : null,
      status_code: answer?.status ?? null,
      bytes_total: requests.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    }),
    issues: issues(check, failure, answer, options),
    requests,
    headers: answer?.headers ?? [],
    applied: null,
    screenshots: [],
  }
}

async function follow(
  check: Check,
  dial: Dial,
  options: HttpOptions,
  requests: RequestRecord[],
  origin: number,
  signal: AbortSignal,
): Promise<Answer> {
  let url = withoutCredentials(new URL(check.url))
  let own = ownHeaders(check)
  let { method, body } = check
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const record = newRecord(url, method, performance.now() - origin)
    requests.push(record)
    const headers = new Map([
      ['user-agent', [userAgent]],
      ['accept', ['*/*']],
      ['accept-encoding', ['gzip, br']],
      ...own,
    ])
    const wantsBody = (answer: { statusCode?: number | undefined; headers: { location?: string | undefined } }) =>
      !redirects.has(answer.statusCode ?? 0) || answer.headers.location === undefined
    const mostBytes = options.mostBytes ?? defaultMostBytes
    const answer = await exchange(
      { url, method, headers, body },
      record,
      origin,
      { dial, ca: options.ca, mostBytes, wantsBody },
      signal,
    )
    if (!redirects.has(answer.status) || answer.location === undefined) return answer
    const next = destination(answer.location, url)
    // Once it has left its origin the check is a stranger's, even where it comes back: the way back was a stranger's choice.
    if (next.origin !== url.origin) own = new Map()
    // Fetch standard, "HTTP-redirect fetch", step 12: these turn a request with a body into a plain one.
    if (answer.status === 303 || (method === 'POST' && (answer.status === 301 || answer.status === 302))) {
      method = 'GET'
      body = null
      own = new Map([...own].filter(([name]) => !name.startsWith('content-')))
    }
    url = next
  }
  throw new Failure('too-many-redirects', `${new URL(check.url).host} redirected more than ${mostRedirects} times.`)
}

const defaultMostBytes = 20 * 1024 * 1024

function destination(location: string, from: URL): URL {
  // Location holds bytes; a name that is not ASCII comes as UTF-8, which Node reads as Latin-1.
  const text = Buffer.from(location, 'latin1').toString('utf8')
  const next = URL.canParse(text, from.href) ? new URL(text, from.href) : undefined
  if (next && /^https?:$/.test(next.protocol)) return withoutCredentials(next)
  throw new Failure(
    'navigation-failed',
    `${from.host} redirected to an address that is neither http nor https: ${text.slice(0, 200)}`,
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

function failureOf(error: unknown, late: boolean, url: string, timeoutMs: number): Failure {
  if (late) return new Failure('timeout', `${new URL(url).host} did not answer in full within ${timeoutMs / 1000} s.`)
  if (error instanceof Failure) return error
  return new Failure('no-answer', `The request failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}

function issues(check: Check, failure: Failure | null, answer: Answer | null, options: HttpOptions): Issue[] {
  return issuesOf({
    url: check.url,
    failure,
    status: answer?.status ?? null,
    bodyLimit: answer?.truncated ? (options.mostBytes ?? defaultMostBytes) : null,
    assets: [],
    exceptions: [],
    consoleErrors: [],
    score: null,
  })
}

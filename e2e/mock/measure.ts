import {
  type Connectivity,
  deviceOf,
  type DeviceName,
  type Issue,
  metricNames,
  type Metrics,
  type RequestRecord,
  scoreSeverity,
} from '../../src/contract/index.ts'
import { type Measurement, metricsOf, type View, withDelay } from '../../src/service/checks/index.ts'
import { hash, randomFrom } from './random.ts'
import { errorScreenshots, scriptedScreenshots } from './screenshots.ts'

const day = 24 * 3600_000
const none = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics

interface Scripted {
  readonly type: 'HTTP' | 'WEBPAGE'
  readonly url: string
  readonly at: number
  readonly view?: View | null
  readonly connectivity?: Connectivity | null
  readonly location?: string
  readonly screenshots?: boolean
  readonly device?: DeviceName
  readonly troubles?: Troubles
}

/** What is wrong with a host: it answers 503, or not at all, or slowly, or it lacks a font. */
export interface Trouble {
  readonly kind: 'error' | 'no answer' | 'slow' | 'resource'
  /** UNIX ms. */
  readonly since: number
  /** UNIX ms. Without it, the trouble lasts. */
  readonly until?: number
  /** The only location that has it; without one, all have. */
  readonly location?: string
}

/** By host name. */
export type Troubles = ReadonlyMap<string, Trouble>

const unavailable: Issue = {
  severity: 3,
  code: 'http-5xx',
  message: 'The page answered with status 503 (server error).',
}
const silent: Issue = { severity: 3, code: 'timeout', message: 'The page did not answer in time.' }

/** Issues by host name: `page-503.test` answers 503, and so on. */
const behaviours: readonly [RegExp, Issue][] = [
  [/^page-503\./, unavailable],
  [/^page-404\./, { severity: 2, code: 'http-4xx', message: 'The page answered with status 404.' }],
  [/^no-dns\./, { severity: 3, code: 'dns-failed', message: 'The host could not be resolved.' }],
  [/^no-answer\./, silent],
]

/** What a server sends that can't answer: a line of text, without a resource. */
const errorPageBytes = 1_240

/** How many times as long as usual a host in trouble takes, one that has a bad day, and a phone. */
const slower = { trouble: 3, badDay: 1.9, phone: 1.6 } as const

/** How long a host takes, as a multiple of what others do. */
export const paceOf = (hostname: string) => paceFrom(randomFrom(hash(hostname)))
const paceFrom = (random: () => number) => 0.6 + random() * 1.1

/**
 * One view of a check. Deterministic for a host and time, with a daily wave, noise, an occasional bad day and the troubles
 * of hosts. For a host like `busy-runner.test`, the runner was late.
 */
export function scriptedMeasurement(scripted: Scripted): Measurement {
  const measured = measurementOf(scripted)
  const measurement = { ...measured, metrics: metricsOf(measured.metrics) }
  const isBusy = new URL(scripted.url).hostname.startsWith('busy-runner.')
  return isBusy ? withDelay(measurement, { ms: 340, isBusy }) : measurement
}

function measurementOf({
  type,
  url,
  at,
  view = null,
  connectivity = null,
  location = '',
  screenshots = false,
  device = 'DESKTOP',
  troubles,
}: Scripted): Measurement {
  const { hostname, pathname } = new URL(url)
  const random = randomFrom(`${url} ${at} ${view} ${location} ${JSON.stringify(connectivity)}`)
  const trouble = troubleAt(troubles?.get(hostname), { at, location })
  const failure = behaviours.find(([name]) => name.test(hostname))?.[1] ?? failureOf(trouble)
  const base = {
    view,
    takenAt: at,
    applied: connectivity ? { asked: connectivity, ...connectivity } : null,
    screenshots: [],
    ...(view !== null && { device: deviceOf(device) }),
    loadedFirst: null,
    certificate: null,
    runnerDelay: null,
  }
  if (failure && failure.severity === 3 && failure.code !== 'http-5xx') {
    return { ...base, metrics: none, issues: [failure], requests: [], headers: [] }
  }

  const character = randomFrom(hash(hostname))
  const pace = paceFrom(character)
  const wave = 1 + 0.22 * Math.sin((2 * Math.PI * (at % day)) / day - 1.4)
  const badDay = randomFrom(`${hostname} ${Math.floor(at / (6 * 3600_000))}`)() < 0.06 ? slower.badDay : 1
  const slowness = trouble === 'slow' ? slower.trouble : badDay
  const noise = () => 0.88 + random() * 0.3
  const distance = 1 + (hash(location) % 5) * 0.25
  const factor = pace * wave * slowness * (device === 'PHONE' ? slower.phone : 1)
  const warm = view === 'FULL' ? 0.45 : 1

  const dns = round(8 * noise() * distance)
  const connect = round(18 * noise() * distance + (connectivity?.latency ?? 0))
  const tls = url.startsWith('https') ? round(26 * noise() * distance + (connectivity?.latency ?? 0)) : null
  const firstByte = round(dns + connect + (tls ?? 0) + 130 * factor * noise() + (connectivity?.latency ?? 0))
  const status = failure?.code === 'http-5xx' ? 503 : failure ? 404 : 200
  const html = failure ? errorPageBytes : round(24_000 * pace)
  const lastByte = round(firstByte + 40 * noise())
  const shared: Metrics = {
    ...none,
    dns,
    connect,
    tls,
    first_byte: firstByte,
    last_byte: lastByte,
    status_code: status,
    bytes_total: html,
  }
  const headers = [
    { name: 'content-type', value: 'text/html; charset=utf-8' },
    { name: 'cache-control', value: 'public, max-age=300' },
    { name: 'server', value: 'nginx' },
    // its site is live, so the edge passes on what the origin answers; an API has none
    ...(hostname === 'page-503.test' || (trouble === 'error' && !hostname.startsWith('api.'))
      ? [{ name: 'cache-status', value: 'site-performance; fwd=uri-miss; detail="no freshness"' }]
      : []),
  ]
  const document = request(
    url,
    'document',
    0,
    { dns, connect, tls, wait: firstByte - dns - connect - (tls ?? 0), receive: lastByte - firstByte },
    html,
    status,
  )
  if (type === 'HTTP')
    return { ...base, metrics: shared, issues: failure ? [failure] : [], requests: [document], headers }
  if (failure) {
    const paint = round(lastByte + 30 * noise())
    const load = round(paint + 15 * noise())
    return {
      ...base,
      metrics: {
        ...shared,
        time_to_title: lastByte,
        first_paint: paint,
        first_contentful_paint: paint,
        time_to_display: paint,
        dom_content_loaded: paint,
        load,
        time_to_interact: load,
        total_blocking_time: 0,
        speed_index: paint,
        service_score: 100,
        cumulative_layout_shift: 0,
        asset_count: 1,
        request_errors: 1,
        js_errors: 0,
        console_errors: 0,
      },
      issues: [failure],
      requests: [document],
      headers,
      screenshots: screenshots ? errorScreenshots(hostname, { paint, load }) : [],
    }
  }

  const assets =
    pathname === manyRequests.path
      ? manyOf(url, firstByte, noise)
      : [
          ...assetsOf(url, firstByte, factor * warm, noise, warm),
          ...thirdPartiesOf(firstByte, factor, noise, connectivity?.latency ?? 0),
        ]
  // a font that is missing is missing everywhere
  const luck = randomFrom(`${url} ${at} ${JSON.stringify(connectivity)}`)()
  const broken = luck < 0.012 * badDay || trouble === 'resource'
  const requests = [document, ...assets.map((asset, i) => (broken && i === 2 ? { ...asset, status: 404 } : asset))]
  const fcp = round(firstByte + 620 * factor * noise() * warm)
  const lcp = round(fcp + 640 * factor * noise() * warm)
  const tbt = round(Math.max(0, 190 * factor * noise() * warm - 60))
  const cls = Math.round(0.14 * character() * noise() * 1000) / 1000
  const score = Math.round(100 * Math.max(0.05, Math.min(1, 1.22 - fcp / 9000 - lcp / 9000 - tbt / 1500 - cls / 2)))
  const load = round(lcp + 420 * noise() * factor * warm)
  const issues: Issue[] = []
  if (broken)
    issues.push({ severity: 2, code: 'asset-failed', message: `${requests[3]?.url ?? url} failed: status 404` })
  if (random() < 0.07)
    issues.push({ severity: 1, code: 'console-error', message: 'Console error: the basket could not be read' })
  const severity = scoreSeverity(score)
  if (severity > 0) issues.push({ severity, code: 'low-score', message: `The page score is ${score} out of 100.` })
  return {
    ...base,
    metrics: {
      ...shared,
      time_to_title: round(firstByte + 30 * noise()),
      first_paint: fcp,
      first_contentful_paint: fcp,
      time_to_display: lcp,
      dom_content_loaded: round(fcp + 120 * noise()),
      load,
      time_to_interact: round(lcp + 300 * noise() * factor),
      total_blocking_time: tbt,
      speed_index: round((fcp + lcp) / 2),
      service_score: score,
      cumulative_layout_shift: cls,
      asset_count: requests.length,
      bytes_total: html + (pathname === '/' ? 1 : 0.8) * assets.reduce((sum, asset) => sum + (asset.bytes ?? 0), 0),
      request_errors: requests.filter((one) => one.status === null || one.status >= 400).length,
      js_errors: 0,
      console_errors: issues.some(({ code }) => code === 'console-error') ? 1 : 0,
    },
    issues,
    requests,
    headers,
    screenshots: screenshots ? scriptedScreenshots(hostname, { firstPaint: fcp, largestPaint: lcp, load }) : [],
  }
}

/** What is wrong with a host for a check, if anything is. */
function troubleAt(
  trouble: Trouble | undefined,
  check: { readonly at: number; readonly location: string },
): Trouble['kind'] | undefined {
  if (!trouble || check.at < trouble.since || check.at >= (trouble.until ?? Infinity)) return undefined
  return trouble.location === undefined || trouble.location === check.location ? trouble.kind : undefined
}

function failureOf(trouble: Trouble['kind'] | undefined): Issue | undefined {
  if (trouble === 'error') return unavailable
  return trouble === 'no answer' ? silent : undefined
}

/** A page with this path makes this many requests, including the one for the page itself. */
export const manyRequests = { path: '/everything', count: 500 } as const

function manyOf(url: string, firstByte: number, noise: () => number): RequestRecord[] {
  const { origin } = new URL(url)
  return Array.from({ length: manyRequests.count - 1 }, (_, i) => {
    const kind = kinds[i % kinds.length] ?? 'image'
    const phases = { dns: null, connect: null, tls: null, wait: round(60 * noise()), receive: round(30 * noise()) }
    const start = round(firstByte + 20 + i * 6 * noise())
    return request(`${origin}/everything/${kind}-${i}.${endings[kind]}`, kind, start, phases, 9_000 + i, 200)
  })
}

/** Requests to other hosts. Each needs its own lookup and connection, and the last one is queued for a while. */
function thirdPartiesOf(firstByte: number, factor: number, noise: () => number, latency: number): RequestRecord[] {
  return thirdParties.map(({ url, type, bytes }, i) => {
    const start = round(firstByte + 140 + i * 160 * factor * noise())
    const phases = {
      dns: round(14 * noise()),
      connect: round(24 * noise() + latency),
      tls: round(31 * noise() + latency),
      wait: round(120 * factor * noise() + latency),
      receive: round(40 * factor * noise()),
    }
    const record = request(url, type, start, phases, bytes, 200)
    return i < thirdParties.length - 1 ? record : { ...record, start: round(Math.max(0, start - 80)) }
  })
}

const thirdParties = [
  { url: 'https://fonts.cdn.example/inter.woff2', type: 'font', bytes: 31_000 },
  { url: 'https://stats.example/collect.js', type: 'js', bytes: 19_000 },
  { url: 'https://chat.example/widget.js', type: 'js', bytes: 88_000 },
] as const

const kinds = ['css', 'js', 'font', 'image', 'js', 'image', 'fetch', 'image', 'image', 'js', 'image', 'fetch'] as const
const endings = { css: 'css', js: 'js', font: 'woff2', image: 'avif', fetch: 'json' } as const

function assetsOf(url: string, firstByte: number, factor: number, noise: () => number, warm: number): RequestRecord[] {
  const { origin } = new URL(url)
  return kinds.map((kind, i) => {
    const start = round(firstByte + 25 + i * 45 * factor * noise())
    const bytes = Math.round(
      (kind === 'image' ? 90_000 : kind === 'js' ? 60_000 : 18_000) * noise() * (warm < 1 && kind !== 'fetch' ? 0 : 1),
    )
    return request(
      `${origin}/assets/${kind}-${i}.${endings[kind]}`,
      kind,
      start,
      {
        dns: null,
        connect: null,
        tls: null,
        wait: round(90 * factor * noise()),
        receive: round(55 * factor * noise()),
      },
      bytes,
      200,
    )
  })
}

type Phases = Pick<RequestRecord, 'dns' | 'connect' | 'tls' | 'wait' | 'receive'>

function request(
  url: string,
  type: string,
  start: number,
  phases: Phases,
  bytes: number,
  status: number,
): RequestRecord {
  const length = Object.values(phases).reduce<number>((sum, phase) => sum + (typeof phase === 'number' ? phase : 0), 0)
  return {
    url,
    method: 'GET',
    type,
    status,
    protocol: 'h2',
    start,
    ...phases,
    end: round(start + length),
    bytes,
    error: null,
    headers: [
      { name: 'content-type', value: contentTypes[type] ?? 'application/octet-stream' },
      { name: 'cache-control', value: type === 'document' ? 'public, max-age=300' : 'public, max-age=86400' },
    ],
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  document: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  image: 'image/avif',
  font: 'font/woff2',
  fetch: 'application/json',
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

import { v7 as uuid } from 'uuid'
import { type Connectivity, finishedMessage, type LimitsInput } from '../../src/contract/index.ts'
import type { Monitor } from '../../src/service/database/index.ts'
import { scriptedBrowser } from './world.ts'

const minute = 60_000
const day = 24 * 60 * minute

export interface SeededMonitor {
  readonly row: Monitor
  /** The time of its latest round. */
  readonly latest: number
  readonly rounds: number
}

interface MonitorSeed {
  readonly kind?: 'monitor' | 'test'
  readonly name: string
  readonly type: 'HTTP' | 'WEBPAGE'
  readonly url: string
  readonly locations?: readonly string[]
  readonly connectivities?: readonly Connectivity[]
  readonly constants?: object
  /** Minutes; null for a test that starts each round when the last one ends. */
  readonly interval?: number | null
  readonly timing?: object
  readonly suspended?: string | null
  readonly limits?: LimitsInput
  readonly rounds: number
  /** How long ago, in ms. */
  readonly since?: number
  readonly endsAt?: number
  /** UNIX ms; when it was created if absent. */
  readonly changed?: number
}

const connection = (bandwidth_down: number, bandwidth_up: number, latency: number): Connectivity => ({
  bandwidth_down,
  bandwidth_up,
  latency,
  drop_rate: 0,
})
const cable = connection(5_000, 1_000, 28)
const mobile = connection(9_000, 9_000, 170)
const slow = connection(1_600, 768, 300)
const everyLocation = ['Frankfurt', 'Virginia', 'Tokyo']

export const checkoutMonitor = 'Checkout on 3G'

/** When its connections and its schedule were changed. */
export const checkoutChanged = (now: number) => now - 31 * 60 * minute

/** The monitors and tests of the main account, besides its key pages. */
function monitorSeeds(host: string, now: number, days: number): readonly MonitorSeed[] {
  const page = `https://www.${host}`
  return [
    {
      name: 'Home, three locations',
      type: 'WEBPAGE',
      url: `${page}/`,
      locations: everyLocation,
      connectivities: [cable, mobile],
      constants: { browser_cache: 'EMPTY_AND_FULL', screenshots: true },
      rounds: days * 24,
      interval: 60,
      limits: { time_to_display: 2000 },
    },
    {
      name: checkoutMonitor,
      type: 'WEBPAGE',
      url: `${page}/checkout`,
      connectivities: [slow],
      rounds: days * 48,
      changed: checkoutChanged(now),
    },
    {
      name: 'Shop API health',
      type: 'HTTP',
      url: `https://api.${host}/health`,
      locations: everyLocation,
      interval: 10,
      rounds: days * 144,
      limits: { first_byte: 400 },
    },
    {
      name: 'Orders webhook',
      type: 'HTTP',
      url: `https://api.${host}/orders`,
      constants: {
        http_method: 'POST',
        http_body: '{"dry_run":true}',
        http_headers: [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'X-Api-Key', value: null },
        ],
        auth: 'monitor',
      },
      rounds: days * 48,
    },
    { name: 'Everything page', type: 'WEBPAGE', url: `${page}/everything`, interval: 360, rounds: days * 4 },
    { name: 'Missing page', type: 'HTTP', url: `https://page-404.${host}/gone`, interval: 15, rounds: days * 96 },
    { name: 'Returns desk', type: 'HTTP', url: `https://page-503.${host}/`, rounds: days * 48 },
    {
      name: 'Old shop',
      type: 'HTTP',
      url: `https://old.${host}/`,
      suspended: 'The shop moved',
      rounds: 48,
      since: 20 * day,
    },
    { name: 'Never started', type: 'WEBPAGE', url: `${page}/draft`, suspended: null, rounds: 0 },
    { name: 'writes-only.fail-503.test', type: 'HTTP', url: `https://refused.${host}/`, suspended: null, rounds: 0 },
    {
      kind: 'test',
      name: 'Launch rehearsal',
      type: 'WEBPAGE',
      url: `${page}/launch`,
      locations: ['Frankfurt', 'Virginia'],
      connectivities: [cable, slow],
      constants: { screenshots: true },
      interval: null,
      timing: { policy: 'COUNT', run_times: 3 },
      suspended: finishedMessage,
      rounds: 3,
      since: 2 * day,
    },
    {
      kind: 'test',
      name: 'One look',
      type: 'HTTP',
      url: `${page}/robots.txt`,
      interval: null,
      suspended: finishedMessage,
      rounds: 1,
      since: day,
    },
    {
      kind: 'test',
      name: 'Campaign soak',
      type: 'HTTP',
      url: `${page}/campaign`,
      interval: 10,
      timing: { policy: 'DURATION', duration: 120 },
      rounds: 5,
      endsAt: now + 70 * minute,
    },
  ]
}

export function seededMonitors(accountId: string, host: string, now: number, days: number): readonly SeededMonitor[] {
  return monitorSeeds(host, now, days).map((seed, i): SeededMonitor => {
    const { kind = 'monitor', interval = 30, since = 0, suspended } = seed
    const step = (interval ?? 1) * minute
    const latest = now - since - (since === 0 ? (i % 5) * minute : 0)
    const created = latest - seed.rounds * step - minute
    const running = suspended === undefined
    const paused = kind === 'monitor' && suspended ? latest + minute : undefined
    const page = seed.type === 'WEBPAGE'
    const spec = {
      template_type: 'multi-location',
      constants: {
        url: seed.url,
        protocol: 'HTTPS',
        http_headers: null,
        auth: null,
        ...(page ? { screenshots: false, browser_cache: 'EMPTY' } : { http_method: 'GET', http_body: null }),
        ...seed.constants,
      },
      variables: {
        locations: seed.locations ?? ['Frankfurt'],
        connectivities: seed.connectivities ?? [],
        ...(page ? { browsers: [scriptedBrowser] } : {}),
      },
      timing: { interval, policy: 'PARALLEL', duration: null, run_times: null, ...seed.timing },
    }
    const row: Monitor = {
      id: uuid(),
      account_id: accountId,
      site_id: null,
      kind,
      name: seed.name,
      name_lower: seed.name.toLowerCase(),
      type: seed.type,
      status: running ? 'RUNNING' : 'SUSPENDED',
      suspended_message: suspended ?? null,
      spec: JSON.stringify(spec),
      secret_sealed: null,
      headers_sealed: null,
      kept_bytes: 0,
      limits: seed.limits ? JSON.stringify(seed.limits) : null,
      interval_ms: interval === null ? null : step,
      next_due_at: running ? latest + step : null,
      rounds_left: null,
      ends_at: seed.endsAt ?? null,
      created_at: created,
      updated_at: seed.changed ?? paused ?? created,
      last_sample: null,
      last_sample_at: null,
    }
    return { row, latest, rounds: Math.floor(seed.rounds) }
  })
}

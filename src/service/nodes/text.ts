import { percent } from '../../words/quantities.ts'
import { columns } from '../status/index.ts'
import type { EdgeNode } from './nodes.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The nodes as an operator reads them. */
export function nodesText(nodes: readonly EdgeNode[], now: number): string {
  if (nodes.length === 0) return 'No edge has reported within a day.'
  const rows = nodes.map(({ location, addresses, health, seenAt, report }) => [
    location,
    healthText(health, seenAt, report?.caught_up_at ?? null, now),
    addresses.join(' '),
    report ? `${report.form} ${report.version}`.trim() : '–',
    report ? `up ${duration(now - report.started_at)}` : '–',
    number(report?.sites),
    size(report?.stored_bytes),
    number(report?.minute_requests),
    hitShare(report?.hits, report?.misses),
    number(report?.origin_failures),
    number(report?.certificates),
  ])
  const head = ['location', 'health', 'addresses', 'form', 'since', 'sites', 'stored', 'requests/min']
  const table = columns([[...head, 'hits', 'origin failures', 'certificates'], ...rows], 5)
  const problems = nodes.flatMap(({ location, report }) =>
    (report?.problems ?? []).map(({ text, since, until }) => {
      const when = until === null ? `for ${duration(now - since)}` : `${duration(until - since)}, until ${time(until)}`
      return `${location}: ${text} (${since === until ? time(since) : when})`
    }),
  )
  return [...table, ...(problems.length > 0 ? ['', ...problems] : [])].join('\n')
}

function healthText(health: EdgeNode['health'], seenAt: number, caughtUpAt: number | null, now: number): string {
  if (health === 'up') return 'up'
  if (health === 'away') return `silent for ${duration(now - seenAt)}`
  return caughtUpAt === null ? 'behind: never caught up' : `behind by ${duration(seenAt - caughtUpAt)}`
}

/** A time span in its largest unit. */
export function duration(ms: number): string {
  if (ms < minute) return `${Math.max(0, Math.round(ms / second))} s`
  if (ms < hour) return `${Math.round(ms / minute)} min`
  return ms < 48 * hour ? `${Math.round(ms / hour)} h` : `${Math.round(ms / (24 * hour))} days`
}

const time = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const number = (value: number | null | undefined) => value?.toLocaleString('en') ?? '–'

const size = (bytes: number | null | undefined) => (bytes == null ? '–' : `${Math.round(bytes / 2 ** 20)} MiB`)

function hitShare(hits: number | null | undefined, misses: number | null | undefined): string {
  if (hits == null || misses == null || hits + misses === 0) return '–'
  return percent(hits / (hits + misses))
}

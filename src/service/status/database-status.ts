import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Settings } from '../configuration/configuration.ts'
import type { Database } from '../database/index.ts'
import { daysUntilFull, type Growing } from './growth.ts'
import { type KindSize, sizesOf } from './sizes.ts'
import { keptUsage, type KeptUsage, type MonitorUsage, monitorUsage, namesOf } from './usage.ts'

/** How many accounts are listed. */
const listed = 20
/** Growth is that of so many days, or fewer if something is deleted sooner. */
const growthDays = 7
const day = 24 * 3600_000

interface AccountStatus {
  /** Null for all sites without an owner together, and for what has just been deleted. */
  readonly account_id: string | null
  readonly name: string | null
  readonly samples: number
  /** Details and screenshots. */
  readonly kept_bytes: number
  /** About how much that takes with samples and roll-ups; null if the tables weren't measured. */
  readonly about_bytes: number | null
}

interface Growth {
  /** Over how many days this was measured. */
  readonly days: number
  readonly samples_per_day: number
  /** About, with indexes and roll-ups; null if the tables weren't measured. */
  readonly about_bytes_per_day: number | null
}

interface Disk {
  readonly free_bytes: number
  /** How long it lasts at that growth; null if retention ends the growth before, or if the growth isn't known. */
  readonly about_days: number | null
}

/** What a database holds. What wasn't measured is null. */
export interface DatabaseStatus {
  readonly kind: Database['kind']
  readonly bytes: number
  readonly unused_bytes: number | null
  readonly by_kind: readonly KindSize[]
  readonly largest_accounts: readonly AccountStatus[]
  /** Null without samples in the last days. */
  readonly growth: Growth | null
  /** Null for a database on a server. */
  readonly disk: Disk | null
}

type StatusSettings = Pick<Settings, 'databaseUrl' | 'retentionSamples' | 'retentionDetails' | 'retentionScreenshots'>

/** Measures what the database holds. It reads most of the database's indexes, but keeps nobody from writing. */
export async function databaseStatus(
  database: Database,
  settings: StatusSettings,
  now: number,
): Promise<DatabaseStatus> {
  const { retentionSamples, retentionDetails, retentionScreenshots } = settings
  const since = now - Math.min(growthDays, retentionSamples, retentionDetails, retentionScreenshots) * day
  const sizes = await sizesOf(database)
  const usage = (await monitorUsage(database, since)).filter(({ samples, kept_bytes }) => samples + kept_bytes > 0)
  const kept = await keptUsage(database, since)

  const count = usage.reduce((sum, { samples }) => sum + samples, 0)
  const bytesOf = (kind: KindSize['kind']) => sizes.byKind.find((size) => size.kind === kind)?.bytes ?? null
  const sampleBytes = bytesOf('samples')
  const bytesPerSample = sampleBytes === null || count === 0 ? null : (sampleBytes + (bytesOf('roll-ups') ?? 0)) / count
  const stored = (kind: 'details' | 'screenshots') => storedPerByte(kept[kind], bytesOf(kind))

  const recent = usage.reduce((sum, monitor) => sum + monitor.recent, 0)
  const oldest = Math.min(...usage.filter(({ samples }) => samples > 0).map((monitor) => monitor.oldest))
  const days = (now - Math.max(since, oldest)) / day
  const isKnown = recent > 0 && days > 0
  const growing: Growing[] =
    !isKnown || bytesPerSample === null
      ? []
      : [
          { bytesPerDay: (recent * bytesPerSample) / days, age: (now - oldest) / day, kept: retentionSamples },
          ...(
            [
              ['details', retentionDetails],
              ['screenshots', retentionScreenshots],
            ] as const
          ).map(([kind, keptDays]) => ({
            bytesPerDay: (kept[kind].recent * stored(kind)) / days,
            age: (now - (kept[kind].oldest ?? now)) / day,
            kept: keptDays,
          })),
        ]
  const free = await freeSpaceFor(database, settings.databaseUrl)
  return {
    kind: database.kind,
    bytes: sizes.bytes,
    unused_bytes: sizes.unused,
    by_kind: sizes.byKind,
    largest_accounts: await largestAccounts(database, usage, bytesPerSample),
    growth: isKnown
      ? {
          days: round(days),
          samples_per_day: Math.round(recent / days),
          about_bytes_per_day:
            growing.length === 0 ? null : Math.round(growing.reduce((sum, { bytesPerDay }) => sum + bytesPerDay, 0)),
        }
      : null,
    disk:
      free === null
        ? null
        : {
            free_bytes: free,
            about_days: growing.length === 0 ? null : rounded(daysUntilFull(free + (sizes.unused ?? 0), growing)),
          },
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
const rounded = (days: number | null): number | null => (days === null ? null : Math.floor(days))

/** How much space a byte of details or screenshots takes once it is stored; 1 if that isn't known. */
function storedPerByte({ bytes }: KeptUsage, stored: number | null): number {
  return stored === null || bytes === 0 ? 1 : Math.max(1, stored / bytes)
}

async function largestAccounts(
  database: Database,
  usage: readonly MonitorUsage[],
  bytesPerSample: number | null,
): Promise<readonly AccountStatus[]> {
  const accounts = [...Map.groupBy(usage, ({ account_id }) => account_id)].map(([account_id, monitors]) => {
    const samples = monitors.reduce((sum, monitor) => sum + monitor.samples, 0)
    const keptBytes = monitors.reduce((sum, monitor) => sum + monitor.kept_bytes, 0)
    const about = bytesPerSample === null ? null : Math.round(samples * bytesPerSample + keptBytes)
    return { account_id, samples, kept_bytes: keptBytes, about_bytes: about }
  })
  const largest = accounts
    .toSorted((a, b) => (b.about_bytes ?? b.kept_bytes) - (a.about_bytes ?? a.kept_bytes) || b.samples - a.samples)
    .slice(0, listed)
  const names = await namesOf(
    database,
    largest.flatMap(({ account_id }) => account_id ?? []),
  )
  return largest.map((account) => ({ ...account, name: names.get(account.account_id ?? '') ?? null }))
}

/** Free space in the file system of the embedded database; null for a database server. */
async function freeSpaceFor({ kind }: Database, url: string): Promise<number | null> {
  if (kind === 'postgres') return null
  const { bavail, bsize } = await statfs(dirname(url))
  return bavail * bsize
}

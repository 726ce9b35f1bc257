import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { nodeForms } from '../../contract/node-forms.ts'
import type { Database, ReadableDatabase } from './connect.ts'
import type { EdgeProcessTable } from './edge-tables.ts'

/*
 * What the processes of the edge, its nodes, report of themselves. `seen_at` and the times of a report are the machines'
 * own, because processes of several machines compare them.
 */

export type EdgeProcess = Selectable<EdgeProcessTable>

/** A process that hasn't reported for this long isn't taken for up, ms. It reports every few seconds. */
export const maxSilenceMs = 20_000
/** And after this long, it is no longer listed, ms. */
const forgottenAfterMs = 24 * 3600_000

const problem = z.object({
  /** A sentence. */
  text: z.string(),
  /** UNIX ms. */
  since: z.number(),
  /** Null while it lasts. */
  until: z.nullable(z.number()),
})
/** What went wrong at a node, in plain words. */
export type NodeProblem = Readonly<z.output<typeof problem>>

const count = z.number()
const time = z.number()

/** What a node says of itself. Counts are since its start, times UNIX ms; null is not known. */
const nodeReport = z.object({
  form: z.enum(nodeForms),
  version: z.string(),
  port: count,
  started_at: time,
  sites: count,
  stored_bytes: z.nullable(count),
  requests: count,
  /** Of the last minute. */
  minute_requests: count,
  /** Visitors' requests that were answered without the origin, and the others. */
  hits: z.nullable(count),
  misses: z.nullable(count),
  origin_failures: count,
  /** When it last began to read all changes of sites and all orders, and could. Null if it never could. */
  caught_up_at: z.nullable(time),
  /** When the snapshot was written from which it runs; null if it doesn't. */
  snapshot_at: z.nullable(time),
  /** Certificates that it can use. */
  certificates: z.nullable(count),
  problems: z.array(problem),
})
export type NodeReport = Readonly<z.output<typeof nodeReport>>

/** What a process reported; null if it is of a version that reports otherwise. */
export function reportOf({ report }: Pick<EdgeProcess, 'report'>): NodeReport | null {
  if (report === null) return null
  const read = z.safeParse(nodeReport, JSON.parse(report))
  return read.success ? read.data : null
}

/** Reports that a process of the edge is up. */
export async function reportEdgeProcess(
  { db }: Database,
  process: Omit<EdgeProcess, 'seen_at' | 'report'>,
  report: NodeReport | null = null,
): Promise<void> {
  const row = { ...process, seen_at: Date.now(), report: report && JSON.stringify(report) }
  await db
    .insertInto('edge_processes')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute()
}

export async function forgetEdgeProcess({ db }: Database, id: string): Promise<void> {
  await db.deleteFrom('edge_processes').where('id', '=', id).execute()
}

/** Forgets the silent processes that another one takes over from, and those that have been silent for a day. */
export async function forgetSilentProcesses(
  { db }: Database,
  { location, addresses }: Pick<EdgeProcess, 'location' | 'addresses'>,
): Promise<void> {
  const now = Date.now()
  await db
    .deleteFrom('edge_processes')
    .where((eb) =>
      eb.or([
        eb('seen_at', '<', now - forgottenAfterMs),
        eb.and([
          eb('location', '=', location),
          eb('addresses', '=', addresses),
          eb('seen_at', '<', now - maxSilenceMs),
        ]),
      ]),
    )
    .execute()
}

/** The processes of the edge that have reported since a time, by location. */
export function edgeProcesses(
  { db }: Pick<Database, 'db'>,
  since = Date.now() - forgottenAfterMs,
): Promise<EdgeProcess[]> {
  return db
    .selectFrom('edge_processes')
    .selectAll()
    .where('seen_at', '>', since)
    .orderBy('location')
    .orderBy('id')
    .execute()
}

/** When a statement begins on PostgreSQL's machine, UNIX ms. */
export const databaseNow = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`

/** The time on the database's machine, UNIX ms. */
export async function databaseTime({ db, kind }: ReadableDatabase): Promise<number> {
  if (kind === 'sqlite') return Date.now()
  const { rows } = await sql<{ now: number }>`select ${databaseNow} as now`.execute(db)
  return rows[0]?.now ?? Date.now()
}

import { sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Incident, IncidentChangeTable, Schema, Site } from '../database/index.ts'
import { type Failure, worstOf } from './findings.ts'

/** A problem that returns within this time after its end was noticed reopens the incident, ms. */
const reopensWithin = 3_600_000

/** The severity of an origin that fails at the edge, on the scale of issues. */
export const originSeverity = 3

/** What identifies an open incident: a host of an account, and what is wrong with it. */
export interface Subject {
  readonly accountId: string
  readonly host: string
  readonly kind: Incident['kind']
}

/** Opens an incident that monitors can't see. One that is open already can only become worse. */
export async function openIncident(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  incident: Subject & { readonly siteId: string | null; readonly severity: number; readonly cause: string },
  now: number,
): Promise<void> {
  await lockSubject(trx, kind, incident)
  const open = await findOpen(trx, incident)
  if (open) {
    const { severity, cause } = incident
    if (severity <= open.severity || (await isSeen(trx, open))) return
    await trx.updateTable('incidents').set({ severity, cause }).where('id', '=', open.id).execute()
    return recordChange(trx, open.id, 'worsened', now)
  }
  await openOrReopen(trx, incident, incident.siteId, [{ ...incident, since: now }], now)
}

/** Ends an open incident that no monitor sees. Those that monitors see end once the monitors see them recover. */
export async function endIncident(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  subject: Subject,
  reason: NonNullable<Incident['end_reason']>,
  now: number,
): Promise<void> {
  await lockSubject(trx, kind, subject)
  const open = await findOpen(trx, subject)
  if (open && !(await isSeen(trx, open))) await closeIncident(trx, open.id, now, reason, now)
}

/** Whether a monitor sees it now. */
async function isSeen(trx: Transaction<Schema>, { id }: Incident): Promise<boolean> {
  const place = await trx
    .selectFrom('incident_places')
    .select('incident_id')
    .where('incident_id', '=', id)
    .where('until', 'is', null)
    .executeTakeFirst()
  return place !== undefined
}

/** Ends the incidents of a site that is deleted or gets another host, except those that monitors see. */
export async function endIncidentsOf(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  site: Pick<Site, 'account_id' | 'host'>,
  now: number,
): Promise<void> {
  if (site.account_id === null) return
  for (const what of ['certificate', 'dns', 'origin'] as const)
    await endIncident(trx, kind, { accountId: site.account_id, host: site.host, kind: what }, 'unwatched', now)
}

export const keyOf = ({ accountId, host, kind }: Subject) => `${accountId} ${host} ${kind}`

/** Until the transaction ends, nobody else opens, changes or ends this incident. SQLite has a single writer anyway. */
export async function lockSubject(trx: Transaction<Schema>, kind: Database['kind'], subject: Subject): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(subject)}, 0))`.execute(trx)
}

export function findOpen(trx: Transaction<Schema>, { accountId, host, kind }: Subject): Promise<Incident | undefined> {
  return trx
    .selectFrom('incidents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

type Beginning = Failure & { readonly since: number }

/** A host that is down and an origin that fails are the same problem, with one open incident at a time. */
function kindsOfSameProblem(kind: Incident['kind']): readonly Incident['kind'][] {
  return kind === 'down' || kind === 'origin' ? ['down', 'origin'] : [kind]
}

/** The last ended incident of the subject's problem. */
export function findLastEnded(trx: Transaction<Schema>, { accountId, host, kind }: Subject) {
  return trx
    .selectFrom('incidents')
    .select(['id', 'kind', 'ended_at', 'closed_at', 'end_reason'])
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .where('kind', 'in', kindsOfSameProblem(kind))
    .where('ended_at', 'is not', null)
    .orderBy('closed_at', 'desc')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * A host that is down because its origin fails has one incident: the origin's becomes that of the host. Alert rules that
 * haven't alerted yet then report a page that is down. The subject must be locked.
 */
export async function takeOver(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  subject: Subject,
  now: number,
): Promise<Incident | undefined> {
  if (subject.kind !== 'down') return undefined
  const origin: Subject = { ...subject, kind: 'origin' }
  await lockSubject(trx, kind, origin)
  const open = await findOpen(trx, origin)
  if (!open) return undefined
  await recordChange(trx, open.id, 'worsened', now)
  return trx
    .updateTable('incidents')
    .set({ kind: 'down', edge_cause: open.cause })
    .where('id', '=', open.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Opens an incident, or reopens the previous one if it has only just ended; an incident of an origin may reopen as one of
 * a host that is down. The subject must be locked, and for a host that is down its origin, too.
 */
export async function openOrReopen(
  trx: Transaction<Schema>,
  subject: Subject,
  siteId: string | null,
  failures: readonly Beginning[],
  now: number,
): Promise<Incident> {
  const { accountId, host, kind } = subject
  const worst = worstOf(failures)
  const since = Math.min(...failures.map((failure) => failure.since))
  const previous = await findLastEnded(trx, subject)
  if (
    previous?.end_reason === 'recovered' &&
    (previous.closed_at ?? 0) > since - reopensWithin &&
    (previous.kind === kind || kind === 'down')
  ) {
    await recordChange(trx, previous.id, 'reopened', now)
    return trx
      .updateTable('incidents')
      .set({
        kind,
        ended_at: null,
        closed_at: null,
        end_reason: null,
        reopened_at: now,
        severity: worst.severity,
        cause: worst.cause,
        edge_cause: null,
      })
      .where('id', '=', previous.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const opened = await trx
    .insertInto('incidents')
    .values({
      id: uuid(),
      account_id: accountId,
      site_id: siteId ?? (await siteWith(trx, accountId, host)),
      host,
      kind,
      severity: worst.severity,
      cause: worst.cause,
      started_at: Math.max(since, previous?.ended_at ?? since),
      ended_at: null,
      opened_at: now,
      closed_at: null,
      end_reason: null,
      partly: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordChange(trx, opened.id, 'opened', now)
  return opened
}

async function siteWith(trx: Transaction<Schema>, accountId: string, host: string): Promise<string | null> {
  const site = await trx
    .selectFrom('sites')
    .select('id')
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .executeTakeFirst()
  return site?.id ?? null
}

export async function recordChange(
  trx: Transaction<Schema>,
  incidentId: string,
  change: IncidentChangeTable['change'],
  at: number,
): Promise<void> {
  await trx.insertInto('incident_changes').values({ id: uuid(), incident_id: incidentId, change, at }).execute()
}

export async function closeIncident(
  trx: Transaction<Schema>,
  id: string,
  end: number,
  reason: NonNullable<Incident['end_reason']>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('incidents')
    .set({ ended_at: end, closed_at: now, end_reason: reason })
    .where('id', '=', id)
    .execute()
  await recordChange(trx, id, 'closed', now)
}

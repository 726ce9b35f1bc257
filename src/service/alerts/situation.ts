import type { Kysely } from 'kysely'
import { deliveryLimits } from './limits.ts'
import type { Alert, AlertRule, Schema } from '../database/index.ts'
import type { IncidentNow, Reported, Situation } from './rules.ts'

/** Kinds about which samples decide. */
const sampled: ReadonlySet<string> = new Set(['down', 'resources', 'slow'])

/** What a rule's due alerts depend on, with every waiting alert of the incidents that they tell. */
export async function situationOf(
  rule: AlertRule,
  now: number,
  db: Kysely<Schema>,
): Promise<Omit<Situation, 'pending'> & { readonly pending: readonly Alert[] }> {
  const due = await db
    .selectFrom('alerts')
    .selectAll()
    .where('rule_id', '=', rule.id)
    .where('state', 'in', ['waiting', 'sending'])
    .where('next_at', '<=', now)
    .where('digest_id', 'is', null)
    .orderBy('next_at')
    .orderBy('id')
    .limit(deliveryLimits.pending)
    .execute()
  const ids = [...new Set(due.flatMap(({ incident_id }) => incident_id ?? []))]
  const common = { rule, recent: await recentOf(rule, now, db), now }
  // only digests that are tried again
  if (ids.length === 0) return { ...common, pending: due, incidents: new Map(), reported: new Map() }
  const others = await db
    .selectFrom('alerts')
    .selectAll()
    .where('rule_id', '=', rule.id)
    .where('state', 'in', ['waiting', 'sending'])
    .where('incident_id', 'in', ids)
    .execute()
  const pending = [...new Map([...due, ...others].map((alert) => [alert.id, alert])).values()]
  return {
    ...common,
    pending: pending.toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1)),
    incidents: await incidentsNow(ids, db),
    reported: await reportedOf(rule, ids, db),
  }
}

async function incidentsNow(ids: readonly string[], db: Kysely<Schema>): Promise<Map<string, IncidentNow>> {
  const incidents = await db
    .selectFrom('incidents')
    .leftJoin('sites', 'sites.id', 'incidents.site_id')
    .select(['incidents.id', 'kind', 'ended_at', 'acknowledged_at', 'sites.state'])
    .where('incidents.id', 'in', ids)
    .execute()
  const samples = await db
    .selectFrom('incident_places')
    .innerJoin('samples', 'samples.id', 'incident_places.last_sample_id')
    .select('incident_id')
    .select((eb) => eb.fn.max('taken_at').as('failed_at'))
    .where('incident_id', 'in', ids)
    .groupBy('incident_id')
    .execute()
  const failedAt = new Map(samples.map(({ incident_id, failed_at }) => [incident_id, failed_at]))
  return new Map(
    incidents.map(({ id, kind, ended_at, acknowledged_at, state }) => [
      id,
      {
        open: ended_at === null,
        acknowledged: acknowledged_at !== null,
        maintenance: state === 'maintenance',
        failedAt: sampled.has(kind) ? (failedAt.get(id) ?? null) : null,
      },
    ]),
  )
}

async function reportedOf(rule: AlertRule, ids: readonly string[], db: Kysely<Schema>): Promise<Map<string, Reported>> {
  const sent = await db
    .selectFrom('alerts')
    .select(['incident_id', 'what', 'sent_at'])
    .where('rule_id', '=', rule.id)
    .where('incident_id', 'in', ids)
    .where('state', '=', 'sent')
    .orderBy('sent_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const reported = new Map<string, Reported>()
  for (const { incident_id, what, sent_at } of sent) {
    if (incident_id === null) continue
    const started = what !== 'closed'
    reported.set(incident_id, {
      started,
      startedAt: started ? sent_at : (reported.get(incident_id)?.startedAt ?? null),
    })
  }
  return reported
}

/** When the rule's latest messages were sent. */
async function recentOf(rule: AlertRule, now: number, db: Kysely<Schema>): Promise<number[]> {
  const sent = await db
    .selectFrom('alerts')
    .select('sent_at')
    .where('rule_id', '=', rule.id)
    .where('sent_at', '>', now - deliveryLimits.window)
    .where('digest_id', 'is', null)
    .where('what', 'not in', ['test', 'failing'])
    .orderBy('sent_at')
    .execute()
  return sent.flatMap(({ sent_at }) => sent_at ?? [])
}

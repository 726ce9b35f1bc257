import type { Insertable, Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { deliveryLimits } from './limits.ts'
import { type Alert, type AlertRule, type AlertTable, chunksOf, type Incident, type Schema } from '../database/index.ts'
import type { Services } from '../api/services.ts'
import { sharedTime } from '../time/shared-time.ts'
import { readerOf, subjectOf } from './messages.ts'
import { isAbout } from './rules.ts'
import { targetOf } from './target.ts'

/**
 * Turns the oldest changes of incidents into alerts, one for each rule that covers the incident, and deletes the changes in
 * the same transaction. If an incident comes under a rule only when it worsens, its start is reported then.
 * @returns whether there may be more
 */
export async function takeChanges(services: Pick<Services, 'database' | 'world'>): Promise<boolean> {
  const now = await sharedTime(services)
  return services.database.db.transaction().execute(async (trx) => {
    const changes = await trx
      .selectFrom('incident_changes')
      .innerJoin('incidents', 'incidents.id', 'incident_changes.incident_id')
      .selectAll('incidents')
      .select(['incident_changes.id as change_id', 'change', 'at'])
      .orderBy('at')
      .orderBy('incident_changes.id')
      .limit(deliveryLimits.changes)
      .execute()
    if (changes.length === 0) return false
    const { rulesOf, placesOf } = await readFor(trx, changes)
    const made = changes.flatMap(({ change_id, change, at, ...incident }) => {
      if (change === 'closed' && incident.end_reason === 'unwatched') return []
      const places = placesOf(incident.id)
      const about = {
        ...incident,
        monitorIds: places.map(({ monitor_id }) => monitor_id),
        slowBy: places.map(({ slow_by }) => slow_by),
      }
      const what = change === 'worsened' ? startOf(incident) : change
      return rulesOf(incident)
        .filter((rule) => (change === 'closed' ? rule.tell_recovery === 1 : isAbout(rule, about)))
        .map((rule) => ({
          change,
          key: `${rule.id} ${incident.id}`,
          alert: {
            id: uuid(),
            rule_id: rule.id,
            account_id: rule.account_id,
            partner_id: rule.partner_id,
            rule_name: rule.name,
            channel: rule.channel,
            target: targetOf(rule, rule),
            incident_id: incident.id,
            change_id,
            what,
            subject: subjectOf(what, { ...incident, partly: incident.partly === 1 }, readerOf(rule)),
            state: 'waiting' as const,
            attempts: 0,
            next_at: now,
            created_at: now,
          },
        }))
    })
    const starts = made.filter(({ change }) => change === 'opened' || change === 'reopened')
    await insertAlerts(trx, starts)
    const known = await startsOf(trx, changes)
    const late = new Map(made.filter(({ change }) => change === 'worsened').map((one) => [one.key, one]))
    await insertAlerts(
      trx,
      [...late.values()].filter(({ key }) => !known.has(key)),
    )
    const reported = await reportedIncidents(trx, changes)
    await insertAlerts(
      trx,
      made.filter(({ change, key }) => change === 'closed' && reported.has(key)),
    )
    const closed = changes.filter(({ change }) => change === 'closed').map(({ id }) => id)
    if (closed.length > 0) await dueNow(trx, closed, now)
    await trx
      .deleteFrom('incident_changes')
      .where(
        'id',
        'in',
        changes.map(({ change_id }) => change_id),
      )
      .execute()
    return changes.length === deliveryLimits.changes
  })
}

async function insertAlerts(
  trx: Transaction<Schema>,
  made: readonly { readonly alert: Insertable<AlertTable> }[],
): Promise<void> {
  for (const some of chunksOf(made.map(({ alert }) => alert))) await trx.insertInto('alerts').values(some).execute()
}

/** Which start to report for an incident that was open before it worsened. */
function startOf({ reopened_at }: Incident): 'opened' | 'reopened' {
  return reopened_at === null ? 'opened' : 'reopened'
}

/** Makes the held-back alerts of ended incidents due, so that they are dropped. */
async function dueNow(trx: Transaction<Schema>, incidentIds: readonly string[], now: number): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ next_at: now })
    .where('incident_id', 'in', incidentIds)
    .where('state', '=', 'waiting')
    .where('reason', 'in', ['muted', 'maintenance', 'recent'])
    .execute()
}

/** The rules with an alert about an incident's last start, in whatever state, as `rule incident`. */
async function startsOf(trx: Transaction<Schema>, incidents: readonly Incident[]): Promise<Set<string>> {
  const rows = await alertsOfStart(trx, incidents)
    .innerJoin('incidents', 'incidents.id', 'alerts.incident_id')
    .where((eb) => eb('created_at', '>=', eb.fn.coalesce('reopened_at', 'opened_at')))
    .execute()
  return pairsOf(rows)
}

/** The rules and incidents whose start was or will be reported, as `rule incident`. */
async function reportedIncidents(trx: Transaction<Schema>, incidents: readonly Incident[]): Promise<Set<string>> {
  return pairsOf(await alertsOfStart(trx, incidents).where('state', 'in', ['waiting', 'sending', 'sent']).execute())
}

function alertsOfStart(trx: Transaction<Schema>, incidents: readonly Incident[]) {
  const ids = incidents.map(({ id }) => id)
  return trx
    .selectFrom('alerts')
    .select(['rule_id', 'incident_id'])
    .where('incident_id', 'in', ids)
    .where('what', 'in', ['opened', 'reopened'])
}

const pairsOf = (alerts: readonly Pick<Alert, 'rule_id' | 'incident_id'>[]) =>
  new Set(alerts.map(({ rule_id, incident_id }) => `${rule_id} ${incident_id}`))

type Rule = AlertRule & { readonly account_email: string | null; readonly partner_email: string | null }

/** The rules in force for each incident, and the monitors that have seen it. */
async function readFor(trx: Transaction<Schema>, incidents: readonly Incident[]) {
  const accounts = await trx
    .selectFrom('accounts')
    .innerJoin('partners', 'partners.id', 'accounts.partner_id')
    .select(['accounts.id', 'accounts.partner_id', 'accounts.email', 'partners.email as partner_email'])
    .where('accounts.id', 'in', [...new Set(incidents.map(({ account_id }) => account_id))])
    .execute()
  const rules = await trx
    .selectFrom('alert_rules')
    .selectAll()
    .where('enabled', '=', 1)
    .where((eb) =>
      eb.or([
        eb(
          'account_id',
          'in',
          accounts.map(({ id }) => id),
        ),
        eb('partner_id', 'in', [...new Set(accounts.map(({ partner_id }) => partner_id))]),
      ]),
    )
    .orderBy('id')
    .execute()
  const places = await trx
    .selectFrom('incident_places')
    .select(['incident_id', 'monitor_id', 'slow_by'])
    .distinct()
    .where(
      'incident_id',
      'in',
      incidents.map(({ id }) => id),
    )
    .execute()
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  return {
    rulesOf: ({ account_id }: Incident): Rule[] => {
      const account = accountOf.get(account_id)
      return rules
        .filter((rule) => rule.account_id === account_id || rule.partner_id === account?.partner_id)
        .map((rule) => ({
          ...rule,
          account_email: account?.email ?? null,
          partner_email: account?.partner_email ?? null,
        }))
    },
    placesOf: (incidentId: string) => places.filter(({ incident_id }) => incident_id === incidentId),
  }
}

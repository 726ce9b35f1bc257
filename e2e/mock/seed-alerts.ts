import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { readerOf, subjectOf } from '../../src/service/alerts/index.ts'
import type { Alert, AlertRule, Incident } from '../../src/service/database/index.ts'
import type { Services } from '../../src/service/api/services.ts'

const hour = 3_600_000

interface SeededAlerts {
  readonly rules: AlertRule[]
  readonly alerts: Alert[]
}

interface Told {
  readonly partnerId: string
  readonly accountId: string
  /** Those of all the partner's accounts, oldest first. */
  readonly incidents: readonly Incident[]
  /** The monitors of `pagedHost`. */
  readonly pagedMonitors: readonly string[]
}

/** The host that the rule “On call” is about. */
export const pagedHost = 'api.fjordbikes.example'

/** Rules of an account and of its partner, and what they have sent about incidents. */
export function seededAlerts(
  { partnerId, accountId, incidents, pagedMonitors }: Told,
  { world, vault }: Pick<Services, 'world' | 'vault'>,
): SeededAlerts {
  const now = world.clock.now()
  const rule = (name: string, more: Partial<AlertRule>): AlertRule => ({
    id: uuid(),
    part_of: null,
    account_id: accountId,
    partner_id: null,
    name,
    enabled: 1,
    kinds: null,
    min_severity: 1,
    slow_by: null,
    site_ids: null,
    monitor_ids: null,
    channel: 'email',
    recipient: 'holder',
    url: null,
    secret_sealed: null,
    tell_recovery: 1,
    muted_until: null,
    wait_until: null,
    failures: 0,
    failed_since: null,
    failure_told_at: null,
    created_at: now - 400 * hour,
    updated_at: now - 400 * hour,
    ...more,
  })
  const webhook = (url: string) => ({
    channel: 'webhook' as const,
    recipient: null,
    url,
    secret_sealed: vault.seal(`whsec_${randomBytes(32).toString('base64')}`),
  })
  const [mine, pager, everyone] = [
    rule('What is down', { kinds: '["down"]' }),
    rule('On call', {
      ...webhook('https://hooks.example/on-call'),
      min_severity: 3,
      monitor_ids: JSON.stringify(pagedMonitors),
    }),
    rule('Critical, all accounts', {
      account_id: null,
      partner_id: partnerId,
      recipient: 'partner',
      min_severity: 3,
    }),
  ] as const
  const alert = (of: AlertRule, target: string, incident: Incident, what: 'opened' | 'closed', at: number): Alert => ({
    id: uuid(),
    rule_id: of.id,
    account_id: of.account_id,
    partner_id: of.partner_id,
    rule_name: of.name,
    channel: of.channel,
    target,
    incident_id: incident.id,
    change_id: null,
    what,
    subject: subjectOf(what, { ...incident, partly: incident.partly === 1 }, readerOf(of)),
    state: 'sent',
    reason: null,
    held_at: null,
    attempts: 1,
    tried_at: at,
    next_at: at,
    last_error: null,
    created_at: at,
    sent_at: at,
    digest_id: null,
  })
  const told = (of: AlertRule, target: string): Alert[] =>
    incidents
      .filter(({ kind, severity }) => severity >= of.min_severity && (of.kinds?.includes(`"${kind}"`) ?? true))
      .filter(
        ({ host, account_id }) => (of === everyone || account_id === accountId) && (of !== pager || host === pagedHost),
      )
      .flatMap((incident) => [
        alert(of, target, incident, 'opened', incident.opened_at),
        ...(incident.closed_at === null ? [] : [alert(of, target, incident, 'closed', incident.closed_at)]),
      ])
  const untold = told(pager, pager.url ?? '').map((one): Alert =>
    one.what === 'opened'
      ? { ...one, state: 'failed', sent_at: null, attempts: 29, last_error: 'The recipient answered 503.' }
      : { ...one, state: 'dropped', sent_at: null, attempts: 0, reason: 'untold' },
  )
  const [firstUntold] = untold.filter(({ state }) => state === 'failed').toSorted((a, b) => a.created_at - b.created_at)
  const failing = firstUntold
    ? { failures: 29, failed_since: firstUntold.created_at, failure_told_at: firstUntold.created_at + hour }
    : {}
  return {
    rules: [mine, { ...pager, ...failing }, everyone],
    alerts: [...told(mine, 'fjordbikes@example.com'), ...untold, ...told(everyone, 'partners@nordhost.example')],
  }
}

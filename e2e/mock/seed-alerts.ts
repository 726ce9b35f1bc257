import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Alert, AlertRule } from '../../src/service/database/index.ts'
import type { Services } from '../../src/service/services.ts'

const hour = 3_600_000

interface SeededAlerts {
  readonly rules: AlertRule[]
  readonly alerts: Alert[]
}

/** Rules of an account and of its partner, and what they have sent. */
export function seededAlerts(partnerId: string, accountId: string, { world, vault }: Services): SeededAlerts {
  const now = world.clock.now()
  const rule = (name: string, more: Partial<AlertRule>): AlertRule => ({
    id: uuid(),
    account_id: accountId,
    partner_id: null,
    name,
    enabled: 1,
    kinds: null,
    min_severity: 1,
    site_ids: null,
    monitor_ids: null,
    channel: 'email',
    recipient: 'holder',
    url: null,
    secret_sealed: null,
    tell_recovery: 1,
    muted_until: null,
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
    rule('On call', { ...webhook('https://hooks.example/on-call'), min_severity: 3 }),
    rule('Critical, all accounts', {
      account_id: null,
      partner_id: partnerId,
      recipient: 'partner',
      min_severity: 3,
    }),
  ] as const
  const alert = (of: AlertRule, target: string, ago: number, more: Partial<Alert>): Alert => ({
    id: uuid(),
    rule_id: of.id,
    account_id: of.account_id,
    partner_id: of.partner_id,
    rule_name: of.name,
    channel: of.channel,
    target,
    incident_id: null,
    change_id: null,
    what: 'opened',
    subject: 'Down: api.fjordbikes.example (HTTP 503)',
    state: 'sent',
    reason: null,
    held_at: null,
    attempts: 1,
    tried_at: now - ago,
    next_at: now - ago,
    last_error: null,
    created_at: now - ago,
    sent_at: now - ago,
    digest_id: null,
    ...more,
  })
  const over = { what: 'closed', subject: 'Recovered: api.fjordbikes.example (down)' } as const
  const failed = { state: 'failed', sent_at: null, attempts: 29, last_error: 'The recipient answered 503.' } as const
  const holder = 'fjordbikes@example.com'
  const partner = 'partners@nordhost.example'
  return {
    rules: [mine, pager, everyone],
    alerts: [
      alert(mine, holder, 43.7 * hour, {}),
      alert(mine, holder, 42.1 * hour, over),
      alert(pager, pager.url ?? '', 43.7 * hour, failed),
      alert(pager, pager.url ?? '', 42.1 * hour, {
        ...over,
        state: 'dropped',
        reason: 'untold',
        sent_at: null,
        attempts: 0,
      }),
      alert(everyone, partner, 43.7 * hour, {}),
      alert(everyone, partner, 42.1 * hour, over),
    ],
  }
}

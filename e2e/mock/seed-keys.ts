import { v7 as uuid } from 'uuid'
import type { ApiKey, Site } from '../../src/service/database/index.ts'
import { hashOf, newKey } from '../../src/service/secrets/index.ts'
import { people } from './seed-people.ts'

const hour = 3_600_000
const day = 24 * hour

interface Owners {
  readonly partnerId: string
  readonly accountId: string
  readonly site: Pick<Site, 'id'> | undefined
}

/** An application of a third party, which comes back to its user's own machine. */
export const connector = {
  id: 'shop-connector',
  name: 'Shop Connector',
  redirectUri: 'http://127.0.0.1/connected',
} as const

/** Keys of an account and of its partner: in use, rotated, an application's, and expired. Nobody has them. */
export function seededKeys({ partnerId, accountId, site }: Owners, now: number): ApiKey[] {
  const key = (name: string, more: Partial<ApiKey>): ApiKey => ({
    id: uuid(),
    partner_id: null,
    account_id: accountId,
    main: 0,
    name,
    role: 'operator',
    sites: null,
    key_hash: hashOf(newKey()),
    created_at: now - 40 * day,
    created_by: people.ada.name,
    rotated_at: null,
    ends_at: null,
    used_at: now - 3 * 60_000,
    used_from: '198.51.100.24',
    old_key_hash: null,
    old_ends_at: null,
    old_used_at: null,
    old_used_from: null,
    application_id: null,
    membership_id: null,
    ...more,
  })
  const ofPartner = { partner_id: partnerId, account_id: null, created_by: people.ingrid.name }
  return [
    key('Deployment', {
      rotated_at: now - day,
      old_key_hash: hashOf(newKey()),
      old_ends_at: now + 6 * day,
      old_used_at: now - 5 * hour,
      old_used_from: '203.0.113.9',
    }),
    key('Shop’s status page', {
      role: 'viewer',
      sites: site ? JSON.stringify([site.id]) : null,
      created_at: now - 30 * day,
      ends_at: now + 60 * day,
    }),
    key(connector.name, {
      created_at: now - 12 * day,
      ends_at: now + 180 * day - 20 * 60_000,
      used_at: now - 20 * 60_000,
      used_from: '192.0.2.80',
      application_id: connector.id,
    }),
    key('Migration', { role: 'manager', created_at: now - 20 * day, ends_at: now - 6 * day, used_at: now - 7 * day }),
    key('Billing', { ...ofPartner, role: 'viewer', used_at: now - 2 * hour }),
    key('New panel', { ...ofPartner, role: 'manager', used_at: null, used_from: null }),
  ]
}

import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/service/database/index.ts'
import { Partners } from '../../src/service/accounts/partners.ts'
import { hashOf, newKey, type Vault } from '../../src/service/secrets/index.ts'

/** Sites inserted at a time. */
const batchSize = 500
/** Between two looks at a site's DNS, in seconds. */
export const dnsInterval = 86_400
/** Every tenth site has settings of its own. */
const settings = JSON.stringify({
  defaultActions: {
    filters: [{ direction: 0, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/admin' }] }],
    resourceActions: { htmlCache: [{ _id: 'htmlCache', enabled: true, filters: [] }] },
    documentActions: { speculation: [{ _id: 'speculation', enabled: true, filters: [] }] },
  },
  resourceRules: [],
  documentRules: [],
})

export const hostOf = (n: number | '*', originPort: number) => `www.site-${n}.example:${originPort}`

/** Adds an account with live sites on one origin. A service with `dnsInterval` doesn't look at their names. */
export async function addSites(database: Database, vault: Vault, count: number, originPort: number) {
  const { db } = database
  const { partner } = await new Partners(database, vault).create({ name: 'Bench', email: 'bench@example.com' })
  const key = newKey()
  const account = randomUUID()
  await db
    .insertInto('accounts')
    .values({
      id: account,
      partner_id: partner.id,
      name: 'Bench',
      name_lower: 'bench',
      email: 'bench@example.com',
      email_lower: 'bench@example.com',
      plan: 'free',
      key_hash: hashOf(key),
      key_sealed: vault.seal(key),
      created_at: 0,
    })
    .execute()
  const ids = Array.from({ length: count }, () => randomUUID())
  for (let from = 0; from < count; from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    const sites = batch.map((id, i) => siteOf(id, account, hostOf(from + i, originPort)))
    await db.insertInto('sites').values(sites).execute()
    await db
      .insertInto('profiles')
      .values(
        batch.map((id, i) => ({
          id: randomUUID(),
          site_id: id,
          name: 'General',
          default: 1,
          settings: i % 10 === 9 ? settings : null,
          created_at: 0,
        })),
      )
      .execute()
  }
  return { key, first: ids[0] ?? '' }
}

function siteOf(id: string, account: string, host: string) {
  const name = `s-${id}.edge.example`
  return {
    id,
    account_id: account,
    host,
    first: 0,
    deferred: 0,
    state: 'active',
    resume_state: 'active',
    service_cname: name,
    preview_host: `p-${id}.edge.example`,
    https: 0,
    check_certificate: 0,
    origin: '127.0.0.1',
    cname_seen: name,
    cname_seen_at: 0,
    // what is due later than `dnsInterval` allows is due now
    next_look_at: Date.now() + (dnsInterval * 1000) / 2,
    created_at: 0,
  } as const
}

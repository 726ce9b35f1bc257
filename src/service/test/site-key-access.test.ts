import { expect, test } from 'vitest'
import { allEndpoints, createAccountSite, isOpenToSiteKeys } from '../../contract/index.ts'
import { insertKey } from './keys.ts'
import { send } from './send.ts'
import { threeAccounts, validRequest } from './three-accounts.ts'

const operations = allEndpoints.filter(({ access }) => access !== 'partner').filter(isOpenToSiteKeys)

test.each(operations)(
  '$id: a key for other sites hears nothing of this one, and a key for this one is let through',
  async (endpoint) => {
    const { service, mine } = await threeAccounts()
    const { db } = service
    // all that is named is of the account's first site
    const { site_id = '', monitor_id = '', sample_id = '', incident_id = '', event_id = '' } = mine.ids
    await db.updateTable('monitors').set({ site_id }).where('id', '=', monitor_id).execute()
    const hidden = [site_id, monitor_id, sample_id, incident_id, event_id]
    const account_id = mine.account.id
    const path = { partner_id: mine.partner.id, account_id }
    const other = await service.ask(createAccountSite, { path, body: { host: 'other.example' } }, mine.partner.key)
    const keyFor = async (site: string) => (await insertKey(db, { account_id }, { sites: JSON.stringify([site]) })).key
    const given = { ids: mine.ids, ...validRequest(endpoint, mine) }
    const key = await keyFor(other.site_id)
    for (const sent of [given, { ...given, query: undefined }]) {
      const answer = await send(service, endpoint, { ...sent, key })
      expect([200, 404, 422], answer.text).toContain(answer.status)
      expect(hidden.filter((id) => answer.text.includes(id))).toEqual([])
      expect(answer.text).not.toContain('.site.example')
    }
    const answer = await send(service, endpoint, { ...given, key: await keyFor(site_id) })
    const byMain = await send(service, endpoint, { ...given, key: mine.account.key })
    expect([401, 403, ...(byMain.status === 404 ? [] : [404])], answer.text).not.toContain(answer.status)
  },
)

import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { listProfiles, listTods, readActivity, readAdn, readSettings, updateSettings } from '../../contract/index.ts'
import { siteId } from './records.ts'
import { renderPage } from './render-page.tsx'
import { serviceWith } from './service-with.ts'
import type { StubService } from './stub-service.ts'

export const saved = {
  defaultActions: {
    filters: [
      {
        direction: 0,
        match: [{ name: 'URI', type: '0', operator: 'CONTAIN', condition: '/checkout', note: 'till May' }],
      },
    ],
    resourceActions: {
      cache: [{ _id: 'cache', enabled: true, filters: [] }],
      htmlCache: [{ _id: 'pages', enabled: true, filters: [], maxAge: 600 }],
    },
    documentActions: {
      compression: [{ _id: 'compress', enabled: true, filters: [], level: 5 }],
      images: [{ _id: 'images', enabled: false, filters: [] }],
      inlineCss: [{ _id: 'inline', enabled: true, filters: [], special_type: 'critical' }],
    },
    special_type: 'shop',
  },
  resourceRules: [{ _id: 'photos', name: 'Photos', filters: [], actions: { images: true }, special_type: 'media' }],
  documentRules: [
    { _id: 'sale', name: 'Sale', enabled: false, actions: { htmlCache: { maxAge: 60 } }, until: '2026-10-31' },
    { _id: 'pay', name: 'Pay', actions: { cache: false } },
  ],
  schemaVersion: 12,
  revision: 1,
}

/** The settings of a site whose service keeps what is saved. @param part `/exceptions`, or what else is in the address */
export async function open(part = '', service = serviceWith()): Promise<StubService> {
  service
    .reply(readSettings, saved)
    .reply(listProfiles, { document: [], success: true })
    .reply(listTods, { document: [], success: true })
    .reply(readAdn, { document: { site_id: siteId, service_cname: null, nodes: [] }, success: true })
    .reply(readActivity, {
      actions: [
        { action: 'cache', last_acted_at: '2026-11-21T09:30:00Z' },
        { action: 'htmlCache', last_acted_at: null },
      ],
    })
  service.answer(updateSettings, ({ body }) => {
    const settings = { ...(JSON.parse(body) as typeof saved), revision: 2 }
    service.reply(readSettings, settings)
    return Response.json(settings)
  })
  await renderPage(`/sites/${siteId}/settings${part}`, service, 'user')
  await expect.element(page.getByRole('region', { name: 'Try an address' })).toBeVisible()
  return service
}

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  listEdgeNodes,
  listProfiles,
  readAccount,
  readAccountSite,
  readUserSite,
  type ReplyOf,
} from '../../../contract/index.ts'
import { expectAccessible } from '../../test/accessible.ts'
import { accountId, partnerId, renderPage } from '../../test/render-page.tsx'
import { StubService } from '../../test/stub-service.ts'

const siteId = '01990000-0000-7000-8000-0000000000f1'
const at = '2026-11-21T10:00:00.000Z'
const site = {
  id: siteId,
  host: 'www.example.org',
  portal_url: 'https://portal.example/',
  optimizer: 'active',
  service_cname: 'x.edge.example',
  preview_url: null,
}
const panel = page.getByRole('region', { name: 'Edge nodes' })
const nodes: ReplyOf<typeof listEdgeNodes.user>['nodes'] = [
  { id: '01990000-0000-7000-8000-000000000101', location: 'Frankfurt', health: 'up', seen_at: at, caught_up_at: at },
  { id: '01990000-0000-7000-8000-000000000102', location: 'Oslo', health: 'behind', seen_at: at, caught_up_at: at },
  { id: '01990000-0000-7000-8000-000000000103', location: 'Virginia', health: 'away', seen_at: at, caught_up_at: at },
]

const service = () =>
  new StubService()
    .reply(readUserSite, { ...site, api_url: '/sites/1' })
    .reply(listProfiles, { success: true, document: [] })
const openPage = (stub: StubService) => renderPage(`/sites/${siteId}/cache`, stub, 'user')

test('each edge node is listed with how it is', async () => {
  await openPage(service().reply(listEdgeNodes.user, { nodes }))
  const node = (location: string) => panel.getByRole('listitem').filter({ hasText: location })
  await expect.element(node('Frankfurt')).toHaveTextContent('up, every purge is done')
  await expect.element(node('Oslo')).toHaveTextContent('behind, missing purges and changes since')
  await expect.element(node('Virginia')).toHaveTextContent('away since')
  await expectAccessible()
})

test('without a node, the panel says so', async () => {
  await openPage(service().reply(listEdgeNodes.user, { nodes: [] }))
  await expect.element(panel.getByText('No edge node is running.')).toBeVisible()
})

test('a list that can’t be loaded is reported', async () => {
  await openPage(service().refuse(listEdgeNodes.user, { status: 500 }))
  await expect.element(panel.getByText('Couldn’t load the edge nodes.')).toBeVisible()
})

test('where the service doesn’t report its nodes, the panel says so', async () => {
  await openPage(service())
  await expect.element(panel).toHaveTextContent('This service doesn’t report its edge nodes.')
})

test.each([
  [true, 'up, every purge is done'],
  [false, 'This service doesn’t report its edge nodes.'],
])('a partner sees the same (reported: %s)', async (isReported, words) => {
  const stub = new StubService()
    .reply(readAccount, {
      id: accountId,
      name: 'Fjord',
      email: 'fjord@example.org',
      created_at: at,
      last_sign_in_at: null,
      api_key: 'key',
    })
    .reply(readAccountSite, site)
  if (isReported) stub.reply(listEdgeNodes.partner, { nodes })
  await renderPage(`/accounts/${accountId}/sites/${siteId}/cache`, stub)
  await expect.element(panel).toHaveTextContent(words)
  expect(stub.received(listEdgeNodes.partner)[0]?.path ?? partnerId).toContain(partnerId)
})

import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import {
  listAccounts,
  listAlertRules,
  listAlerts,
  listEvents,
  listIncidents,
  listMonitors,
  listSamples,
  listTests,
  readSample,
} from '../../contract/index.ts'
import {
  aMonitor,
  anAccount,
  anAlertRule,
  anIncident,
  aSample,
  aSite,
  aTest,
  aWholeSample,
  onePage,
  siteId,
} from '../test/records.ts'
import { accountId, renderPage } from '../test/render-page.tsx'
import { serviceWith } from '../test/service-with.ts'
import { onPhone } from '../test/viewport.ts'

/** A phone, whose targets are as large as a finger. */
async function onTouch(): Promise<void> {
  await onPhone()
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true })
  onTestFinished(async () => {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false })
  })
  await expect.poll(() => matchMedia('(pointer: coarse)').matches).toBe(true)
}

const failing = { failures: 3, failing_since: '2026-11-21T10:00:00Z' }
const service = () =>
  serviceWith([aSite(), aSite({ id: 'other', host: 'shop.fjordbikes.example' })])
    .reply(listIncidents.user, onePage({ rows: [anIncident(), anIncident({ id: 'slow', kind: 'slow', severity: 1 })] }))
    .reply(listAlertRules.user, { rules: [anAlertRule(failing)] })
    .reply(listAlerts.user, onePage({ rows: [] }))
    .reply(listMonitors.user, onePage({ rows: [aMonitor({ site_id: siteId })] }))
    .reply(listSamples.user, onePage({ rows: [aSample()] }))
    .reply(readSample.user, aWholeSample())

/** The middle of the first line of the words beside a mark, and of the mark itself. */
function middles(mark: Element): { readonly mark: number; readonly words: number } {
  const box = mark.getBoundingClientRect()
  const range = document.createRange()
  const words = mark.nextElementSibling ?? mark.nextSibling
  if (words) range.selectNodeContents(words)
  const [line] = [...range.getClientRects()].filter(({ width }) => width > 1)
  return { mark: (box.top + box.bottom) / 2, words: line ? (line.top + line.bottom) / 2 : Number.NaN }
}

test.each(['/incidents', '/alerts', '/sites', `/sites/${siteId}`, '/monitors'])(
  'every mark on %s stands on the line of its words',
  async (address) => {
    await onTouch()
    await renderPage(address, service(), 'user')
    const marked = () => [...document.querySelectorAll('main span > svg[data-tone]:first-child')]
    await expect.poll(() => marked().length).toBeGreaterThan(0)
    const marks = marked().filter((mark) => mark.nextSibling !== null && mark.getBoundingClientRect().width > 0)
    expect(marks.length).toBeGreaterThan(0)
    const off = marks.filter((mark) => {
      const { mark: middle, words } = middles(mark)
      return !(Math.abs(middle - words) < 4)
    })
    expect(off.map((mark) => mark.parentElement?.textContent)).toEqual([])
  },
)

test('a chip with a button is as high as one without', async () => {
  await onTouch()
  await renderPage(`/samples/${aWholeSample().id}`, service(), 'user')
  const heightOf = (text: string | RegExp) =>
    page
      .getByRole('list', { name: 'Conditions' })
      .getByRole('listitem')
      .filter({ hasText: text })
      .element()
      .getBoundingClientRect().height
  await expect.element(page.getByRole('button', { name: 'Copy sample ID' })).toBeVisible()
  expect(heightOf(/^\w{6}…\w{6}$/)).toBe(heightOf('Frankfurt'))
})

test.each([
  ['/sites', 'user'],
  ['/monitors', 'user'],
  ['/accounts', 'partner'],
] as const)('the search field of %s ends where the page does', async (address, role) => {
  await onTouch()
  const many = Array.from({ length: 12 }, (_, i) => aSite({ id: `site-${i}`, host: `shop-${i}.fjordbikes.example` }))
  const stub = serviceWith(many)
    .reply(listAccounts, onePage({ accounts: [anAccount()] }))
    .reply(listMonitors.user, onePage({ rows: Array.from({ length: 12 }, (_, i) => aMonitor({ id: `monitor-${i}` })) }))
  await renderPage(address, stub, role)
  const field = page.getByRole('searchbox').first()
  await expect.element(field).toBeVisible()
  const { right } = field.element().getBoundingClientRect()
  const list = page.getByRole('table').first().element().getBoundingClientRect()
  expect(Math.abs(list.right - right)).toBeLessThanOrEqual(1)
})

test('the link in a page’s corner doesn’t cover its actions', async () => {
  await onTouch()
  await renderPage(`/accounts/${accountId}/tests`, service().reply(listTests.partner, onePage({ rows: [aTest()] })))
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const link = page.getByRole('link', { name: 'New test' }).element()
  const { right, top } = link.getBoundingClientRect()
  expect(link.contains(document.elementFromPoint(right - 12, top + 2))).toBe(true)
})

test('a panel keeps off the window’s edges', async () => {
  await onPhone()
  await renderPage('/activity', service().reply(listEvents.user, onePage({ rows: [] })), 'user')
  const expectInside = async (panel: { element: () => Element }) => {
    await expect.poll(() => panel.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(8)
    expect(panel.element().getBoundingClientRect().right).toBeLessThanOrEqual(382)
  }
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^fjordbikes@/ })
    .click()
  await expectInside(page.getByRole('dialog'))
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Dates…' }).click()
  await expectInside(page.getByRole('dialog', { name: 'Dates' }))
})

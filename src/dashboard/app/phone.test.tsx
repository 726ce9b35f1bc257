import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import {
  listAccounts,
  listAlertRules,
  listAlerts,
  listIncidents,
  listMonitors,
  listSamples,
  readSample,
} from '../../contract/index.ts'
import {
  aMonitor,
  anAccount,
  anAlertRule,
  anIncident,
  aSample,
  aSite,
  aWholeSample,
  onePage,
  siteId,
} from '../test/records.ts'
import { renderPage } from '../test/render-page.tsx'
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

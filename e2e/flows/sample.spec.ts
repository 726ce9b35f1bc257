import { expect, expectAccessible, expectNoSidewaysScroll, expectReadable, heading, test } from '../fixtures.ts'
import { Retention } from '../../src/service/retention/index.ts'
import { age, choose, list, monitorId, newestSamples } from '../samples.ts'

test('a sample shows its requests and links to the previous and next samples', async ({ page, mock, signIn }) => {
  await signIn('partner', null)
  const [, second = ''] = await newestSamples(mock, 'www.fjordbikes.example', 2)
  await page.goto(`/accounts/${mock.account.id}/samples/${second}`)
  const table = page.getByRole('table', { name: /^Requests of/ })
  await expect(table.getByRole('row')).toHaveCount(17)
  await expect(page.getByText(/^16 requests · [\d.,]+\s[kM]B · finished after [\d.,]+\s(ms|s)$/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filmstrip' }).getByRole('img').last()).toHaveJSProperty(
    'naturalWidth',
    320,
  )
  await expect(page.getByRole('list', { name: 'Marks' })).toContainText('LCP')

  await choose(page, /^font/)
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.getByRole('searchbox').fill('cdn.example')
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('button', { name: /fonts\.cdn\.example/ }).click()
  const details = page.getByRole('region', { name: 'Request details' })
  await expect(details).toContainText('TLS')
  await expect(details).not.toContainText('font/woff2', { useInnerText: true })
  await details.getByText('2 response headers').click()
  await expect(details).toContainText('font/woff2', { useInnerText: true })

  // the details are below their request, before the next one
  await page.getByRole('searchbox').fill('')
  await choose(page, /^all/)
  await table.getByRole('button').nth(10).click()
  await expect(details).toBeInViewport({ ratio: 1 })
  const [chosen, opened, next] = await Promise.all(
    [table.getByRole('button').nth(10), details, table.getByRole('row').nth(13)].map((one) => one.boundingBox()),
  )
  expect(opened?.y).toBeGreaterThan((chosen?.y ?? 0) + (chosen?.height ?? 0) / 2)
  expect(next?.y).toBeGreaterThanOrEqual((opened?.y ?? 0) + (opened?.height ?? 0))
  await details.getByRole('button', { name: 'Close' }).click()

  const cursor = page.getByRole('slider', { name: /Time cursor/ })
  await cursor.focus()
  await page.keyboard.press('End')
  await expect(page.getByText(/16 of 16 requests finished/)).toBeVisible()
  const frames = page.getByRole('list', { name: 'Filmstrip' }).getByRole('button')
  await expect(frames.last()).toHaveAttribute('aria-current', 'true')

  await page.getByRole('link', { name: 'Next ›' }).click()
  await expect(page).not.toHaveURL(new RegExp(second))
  await expect(page.getByRole('button', { name: 'Next ›' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: '‹ Previous' }).click()
  await expect(page).toHaveURL(new RegExp(second))
  await page.getByRole('link', { name: 'Run as test' }).click()
  await expect(page).toHaveURL(/tests\/new\?from=/)
})

test('a sample says that its details were deleted, and when', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const [recent = '', older = '', old = ''] = await newestSamples(mock, 'www.fjordbikes.example', 3)
  await age(mock, older, 20)
  await age(mock, old, 40)
  await new Retention(mock.service.services).run()

  await page.goto(`/samples/${old}`)
  await expect(
    page.getByText('The requests, response headers and screenshots of this sample were deleted after 30 days.'),
  ).toBeVisible()
  await expect(page.getByText('0 requests')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Throttling' })).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'All metrics' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Response headers of the page' })).toBeHidden()
  await page.goto(`/samples/${older}`)
  await expect(page.getByRole('table', { name: /^Requests of/ })).toBeVisible()
  await expect(page.getByText(/The screenshots were deleted after 14 days\./)).toBeVisible()
  await page.goto(`/samples/compare?id=${recent}&id=${old}`)
  await expect(
    page.getByText('The requests of sample A were deleted after 30 days. Only the metrics can be compared.'),
  ).toBeVisible()
  await expect(page.getByRole('table', { name: 'Metrics', exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'By type' })).toHaveCount(0)
})

test('a sample without details says so, also where the service doesn’t say why', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const [recent = '', older = ''] = await newestSamples(mock, 'www.fjordbikes.example', 2)
  const [check = ''] = await newestSamples(mock, 'Orders webhook', 1)
  const { db } = mock.service.services.database
  for (const table of ['sample_details', 'kept_details'] as const)
    await db.deleteFrom(table).where('sample_id', 'in', [older, check]).execute()
  await db.updateTable('samples').set({ detail_bytes: null }).where('id', 'in', [older, check]).execute()
  // an HTTP check never had screenshots
  await page.goto(`/samples/${check}`)
  await expect(
    page.getByText('The request and response headers of this sample are no longer kept. Its metrics'),
  ).toBeVisible()
  await page.goto(`/samples/${older}`)
  await expect(page.getByText(/screenshots of this sample are no longer kept\. Its metrics/)).toBeVisible()
  await page.goto(`/samples/compare?id=${recent}&id=${older}`)
  await expect(page.getByText('The requests of sample A are no longer kept. Only the metrics can be')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^New/ })).toHaveCount(0)
})

test('a sample of a busy runner says that its times aren’t judged', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const { key } = mock.account
  const reply = await page.request.post(`${mock.url}/api/monitors`, {
    headers: { 'SERVICE-API-KEY': key },
    data: { name: 'Busy', type: 'HTTP', constants: { url: 'http://busy-runner.example/' } },
  })
  expect(reply.status()).toBe(201)
  await expect.poll(() => newestSamples(mock, 'Busy', 1)).toHaveLength(1)
  const [id = ''] = await newestSamples(mock, 'Busy', 1)
  await page.goto(`/samples/${id}`)
  await expect(page.getByRole('list', { name: 'Conditions' })).toContainText('not judged')
  await expect(page.getByText('Measured on a busy runner: up to 340 ms late. Not judged.')).toBeVisible()

  await page.goto(`/monitors/${await monitorId(mock, 'Busy')}`)
  const figure = (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
  await expect(figure('Latest result')).toContainText('not judged')
  await expect(figure('First byte')).toContainText('not counted: measured on a busy runner')
  await expect(page.getByText(/^First byte isn’t counted for the samples in the last /)).toBeVisible()
  await expect(page.getByRole('row', { name: /not judged/ })).toBeVisible()
})

test('a sample of an HTTP check misses none of the metrics that only pages have', async ({ page, mock, signIn }) => {
  const [id = ''] = await newestSamples(mock, 'Returns desk', 1)
  await signIn('account', `/samples/${id}`)
  const metrics = page.getByRole('region', { name: 'All metrics' })
  await expect(metrics.getByRole('table')).toContainText('Status')
  await expect(metrics).not.toContainText(/paint|layout|blocking/i)
})

test('the time cursor of a sample begins at its largest contentful paint', async ({ page, mock, signIn }) => {
  const [id = ''] = await newestSamples(mock, 'Home, three locations', 1)
  await signIn('account', `/samples/${id}`)
  const mark = page.getByRole('list', { name: 'Marks' }).getByText(/^LCP /)
  const at = (await mark.innerText()).replace('LCP ', '')
  await expect(page.getByText(/of \d+ requests finished/)).toContainText(`At ${at}: `)
  // the frame that is marked shows no later time, but the next one does
  const film = page.getByRole('list', { name: 'Filmstrip' })
  await expect(film).toBeVisible()
  const frames = await film.getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => ({
      words: button.querySelector('img')?.alt ?? button.textContent ?? '',
      isCurrent: button.ariaCurrent === 'true',
    })),
  )
  const msOf = (words = '') => {
    const [, value, unit] = /([\d.]+)\s(ms|s)$/.exec(words) ?? []
    return Number(value) * (unit === 's' ? 1000 : 1)
  }
  const current = frames.findIndex(({ isCurrent }) => isCurrent)
  expect(msOf(frames[current]?.words)).toBeLessThanOrEqual(msOf(at))
  expect(msOf(frames[current + 1]?.words)).toBeGreaterThanOrEqual(msOf(at))
})

test('what is said of a compared value stays in its column on a phone', async ({ page, mock, signIn }) => {
  const { db } = mock.service.services.database
  const [a = '', b = ''] = await newestSamples(mock, 'Checkout on 3G', 2)
  const limits = JSON.stringify({ first_byte: 101, load: 101 })
  await db.updateTable('monitors').set({ limits }).where('name', '=', 'Checkout on 3G').execute()
  await signIn('account', `/samples/compare?id=${a}&id=${b}`)
  const metrics = page.getByRole('region', { name: 'Metrics side by side' })
  await expect(metrics.getByRole('row', { name: /^First byte/ })).toContainText(/over the limit of 101\sms/)
  for (const width of [320, 390, 430]) {
    await page.setViewportSize({ width, height: 844 })
    const beyond = () =>
      metrics
        .getByRole('cell')
        .evaluateAll((cells) => Math.max(...cells.map((cell) => cell.scrollWidth - cell.clientWidth)))
    await expect.poll(beyond).toBeLessThanOrEqual(1)
  }
})

test('all metrics of a sample are folded on a phone', async ({ page, mock, signIn }) => {
  const [id = ''] = await newestSamples(mock, 'Home, three locations', 1)
  await signIn('account', `/samples/${id}`)
  const metrics = page.getByRole('table', { name: 'All metrics' })
  await expect(metrics).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(metrics).toBeHidden()
  await page.getByRole('region', { name: 'All metrics' }).getByRole('button', { name: 'Show' }).click()
  await expect(metrics).toBeVisible()
})

test('a request that is opened on a phone stays in view with the beginning of its details', async ({
  page,
  mock,
  signIn,
}) => {
  const [id = ''] = await newestSamples(mock, 'Home, three locations', 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('account', `/samples/${id}`)
  const table = page.getByRole('table', { name: /^Requests of/ })
  // far down, so that its details have no room below it
  const request = table.getByRole('button').nth(9)
  await request.scrollIntoViewIfNeeded()
  await request.click()
  const address = table.getByText('Address', { exact: true })
  await expect(address).toBeVisible()
  const below = async () => {
    const head = (await page.locator('[data-head]').first().boundingBox()) ?? { y: 0, height: 0 }
    const boxes = await Promise.all([request.boundingBox(), address.boundingBox()])
    return Math.min(...boxes.map((box) => (box?.y ?? 0) - head.y - head.height))
  }
  await expect.poll(below).toBeGreaterThanOrEqual(-1)
})

test('requested throttling is shown next to what was applied', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const [id = ''] = await newestSamples(mock, 'Checkout on 3G', 1)
  await page.goto(`/samples/${id}`)
  await expect(page.getByRole('row', { name: /Download 1,600\skbps 1,600\skbps/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'All metrics' })).toContainText(
    'About largest contentful paint (web.dev)',
  )
})

test('the waterfall draws only the requests in view', async ({ page, mock, signIn }) => {
  await signIn('account')
  const [id = ''] = await newestSamples(mock, 'Everything page', 1)
  await page.goto(`/samples/${id}`)
  const table = page.getByRole('table', { name: /^Requests of/ })
  await expect(table).toHaveAttribute('aria-rowcount', '501')
  expect(await table.getByRole('row').count()).toBeLessThan(80)
  await page.getByRole('region', { name: 'Filmstrip and waterfall' }).focus()
  await page.keyboard.press('End')
  await expect(table.getByRole('button', { name: /everything\/css-480/ })).toBeVisible()
  await expect(table.getByRole('button', { name: /-498\./ })).toBeVisible()
})

test('up to four samples are compared, with a choice of alignment', async ({ page, mock, signIn }) => {
  await signIn('account', `/samples?profile=${await monitorId(mock, 'Home, three locations')}`)
  const boxes = list(page).getByRole('checkbox')
  for (let i = 0; i < 4; i++) await boxes.nth(i).check()
  await boxes.nth(4).click()
  await expect(page.getByText(/You can compare up to 4 samples/)).toBeVisible()
  // where the rows are, in view
  const bar = page.getByRole('group', { name: 'Selected samples' })
  await expect(bar).toContainText('4 selected')
  await list(page).getByRole('row').last().scrollIntoViewIfNeeded()
  await expect(bar).toBeInViewport({ ratio: 1 })
  // the button is gone with the selection, but not the focus
  await bar.getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect(bar).toBeFocused()
  await expect(bar).toContainText('Select samples to compare them.')
  for (let i = 0; i < 4; i++) await boxes.nth(i).check()
  await bar.getByRole('link', { name: 'Compare' }).click()
  await expect(heading(page, 'Compare samples')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Metrics side by side' }).getByRole('columnheader')).toHaveCount(5)
  await expect(page.getByRole('region', { name: /^Sample / }).getByRole('columnheader')).toHaveCount(4 * 5)
  await expect(page.getByRole('row', { name: /^First byte/ })).toContainText(/[+−]\d+.*(worse|better)/)
  await choose(page, 'first paint')
  await expect(page).toHaveURL(/align=first-paint/)
  const paints = page.getByRole('listitem').filter({ hasText: /^first paint \d/ })
  await expect(paints).toHaveCount(4)
  const places = await Promise.all((await paints.all()).map((paint) => paint.boundingBox()))
  expect(new Set(places.map((place) => Math.round(place?.x ?? 0))).size).toBe(1)
  await page.getByRole('button', { name: 'Remove sample D' }).click()
  await expect(page.getByRole('region', { name: /^Sample / })).toHaveCount(3)
})

test('the requests of samples are compared with those of the earliest one', async ({ page, mock, signIn }) => {
  // many of one round were taken at the same time
  const samples = await newestSamples(mock, 'Home, three locations', 60)
  const [latest = ''] = samples
  const earliest = samples.at(-1) ?? ''
  await signIn('account', `/samples/compare?id=${latest}&id=${earliest}`)
  // whatever was ticked first, the earliest is A
  await expect(page.getByRole('list', { name: 'Compared samples' }).getByRole('link').first()).toHaveAttribute(
    'href',
    new RegExp(earliest),
  )
  await expect(page.getByText('B compared with A')).toBeVisible()
  const requests = page.getByRole('table', { name: 'Requests, most changed first' })
  const all = await requests.getByRole('row').count()
  expect(all).toBeGreaterThan(1)
  await choose(page, /^Slower \d+$/)
  await expect(page).toHaveURL(/changed=slower/)
  for (const row of await requests
    .getByRole('row')
    .all()
    .then((rows) => rows.slice(1)))
    await expect(row).toContainText(/Slower/)
  await page.reload()
  await expect(requests.getByRole('row')).not.toHaveCount(all)
  await choose(page, /^All \d+$/)
  await expect(page.getByText(/requests? took (longer|less time|about as long)/)).toBeVisible()
  // all metrics are there, none behind a scroll bar of their own, and numbers line up
  const metrics = page.getByRole('region', { name: 'Metrics side by side' })
  expect(await metrics.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThan(3)
  for (const table of [metrics, requests]) await expect(table.getByRole('cell').last()).toHaveCSS('text-align', 'end')
  await expect(page.getByRole('table', { name: 'By type' })).toContainText('document')
  await expect(page.getByRole('table', { name: 'By host' }).getByRole('row')).not.toHaveCount(1)
})

test('the sample whose requests are compared stays the same while others are removed', async ({
  page,
  mock,
  signIn,
}) => {
  const samples = await newestSamples(mock, 'Home, three locations', 60)
  const ids = [0, 20, 40, 59].map((i) => samples[i] ?? '')
  await signIn('account', `/samples/compare?${ids.map((id) => `id=${id}`).join('&')}`)
  await expect(page.getByText('B compared with A')).toBeVisible()
  // the latest one
  await choose(page, 'D')
  await expect(page.getByText('D compared with A')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`with=${ids[0]}`))
  await page.getByRole('button', { name: 'Remove sample B' }).click()
  await expect(page.getByText('C compared with A')).toBeVisible()
  await page.reload()
  await expect(page.getByText('C compared with A')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`with=${ids[0]}`))
})

test('a request that failed in the earlier sample only is told first', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const [later = '', earlier = ''] = await newestSamples(mock, 'www.fjordbikes.example', 2)
  // the earlier one's last request failed
  await page.route(new RegExp(`/samples/${earlier}`), async (route) => {
    const response = await route.fetch()
    const sample: { requests?: { status: number }[] } = await response.json()
    const request = sample.requests?.at(-1)
    if (request) request.status = 404
    await route.fulfill({ response, json: sample })
  })
  await page.goto(`/samples/compare?id=${later}&id=${earlier}`)
  await expect(page.getByText(/^1 request that failed in A succeeded in B\./)).toBeVisible()
  const requests = page.getByRole('table', { name: 'Requests, most changed first' })
  await expect(requests.getByRole('row').nth(1)).toContainText('Fixed')
  await expect(
    page.getByRole('table', { name: 'By type' }).getByRole('columnheader', { name: 'Failed A' }),
  ).toBeVisible()
  await choose(page, 'Fixed 1')
  await expect(requests.getByRole('row')).toHaveCount(2)
})

test('a sample leads to the one of a day earlier; there is none of a week earlier', async ({ page, mock, signIn }) => {
  const [latest = ''] = await newestSamples(mock, 'Home, three locations', 1)
  await signIn('account', `/samples/${latest}`)
  const earlier = page.getByRole('navigation', { name: 'Earlier samples' })
  await expect(earlier.getByRole('link')).toHaveText(['a day earlier'])
  await earlier.getByRole('link', { name: 'a day earlier' }).click()
  await expect(heading(page, 'Compare samples')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Compared samples' }).getByRole('link')).toHaveCount(2)
})

test.describe('samples with unknown fields', () => {
  test.use({ unknownRecords: true })

  test('are shown in full', async ({ page, mock, signIn }) => {
    await signIn('account', `/samples?profile=${await monitorId(mock, 'Checkout on 3G')}`)
    await list(page).getByText('Full record (').first().click()
    await expect(list(page).getByText('zone').first()).toBeVisible()
    await list(page).getByRole('button', { name: 'time not reported' }).first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open full sample' }).click()
    await expect(page.getByRole('heading', { name: 'Other fields' })).toBeVisible()
    await expect(page.getByText('first byte')).toBeVisible()
    await page.mouse.move(0, 0)
    await expectAccessible(page)
  })
})

for (const what of ['explorer', 'drawer', 'pick', 'export', 'sample', 'compare'] as const) {
  test(`${what} passes axe in both themes and at 390 px`, async ({ page, mock, signIn }) => {
    const of = await monitorId(mock, 'Home, three locations')
    const [a = '', b = '', c = ''] = await newestSamples(mock, 'Home, three locations', 3)
    const explorer = `/samples?profile=${of}`
    const address = {
      explorer,
      drawer: `${explorer}&sample=${a}`,
      pick: `${explorer}&dialog=pick`,
      export: `${explorer}&dialog=export`,
      sample: `/samples/${a}`,
      compare: `/samples/compare?id=${a}&id=${b}&id=${c}`,
    }[what]
    await signIn('account', address)
    await expect(
      what === 'drawer' || what === 'pick' || what === 'export' ? page.getByRole('dialog') : heading(page, /./),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectReadable(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
}

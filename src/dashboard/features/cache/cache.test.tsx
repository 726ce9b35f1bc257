import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  flushCache,
  listEvents,
  listProfiles,
  lookIntoCache,
  matchCache,
  proveFlush,
  provePurge,
  purgeCache,
  readProof,
  stopProof,
} from '../../../contract/index.ts'
import type { NodeFinding, ProofLookup, ProofResult, ReplyOf, StoredContent } from '../../../contract/index.ts'
import { expectAccessible } from '../../test/accessible.ts'
import { type Fault, faults } from '../../test/faults.ts'
import { aSite, onePage } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import type { StubService } from '../../test/stub-service.ts'
import { onPhone } from '../../test/viewport.ts'

const { host } = aSite()
const campaign = {
  id: '01990000-0000-7000-8000-000000000201',
  name: 'Campaign',
  default: false,
  created_at: '2026-11-21T10:00:00Z',
}
const pathOf = (row: number) => page.getByRole('textbox', { name: `Path ${row}` })
const typeOf = (row: number) => page.getByRole('combobox', { name: `Type of path ${row}` })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const rows = page.getByRole('list', { name: 'Paths to purge' }).getByRole('listitem')
const tooMany: Fault = [
  'one too many',
  'Too many requests.',
  () => Response.json({ error: 'Too many requests.' }, { status: 429 }),
]

let sites = 0

/** The cache page of a site of its own, since what is typed stays with a site. */
async function openCache(
  address = '',
  script: (service: StubService) => unknown = () => {},
  optimizer = 'active',
): Promise<StubService> {
  const id = `01990000-0000-7000-8000-${String(++sites).padStart(12, '0')}`
  const service = serviceWith([aSite({ id, optimizer })])
    .reply(listProfiles, { success: true, document: [{ ...campaign, site_id: id }] })
    .reply(purgeCache, { success: true })
    .reply(flushCache, { success: true })
  script(service)
  await renderPage(`/sites/${id}/cache${address}`, service, 'user')
  return service
}

async function paste(lines: readonly string[]): Promise<void> {
  await page.getByRole('textbox', { name: 'Paths' }).fill(lines.join('\n'))
  await button(lines.length === 1 ? 'Add 1 path' : `Add ${lines.length} paths`).click()
}

const purged = (service: StubService): unknown[] =>
  service.received(purgeCache).map(({ body }) => JSON.parse(body) as unknown)

test('rows are typed and purged in one profile with the keyboard alone', async () => {
  const service = await openCache()
  await expect.element(page.getByRole('combobox', { name: 'Profile' })).toBeVisible()
  pathOf(1).element().focus()
  await userEvent.keyboard('styles/a.css')
  const wrong = page.getByText('This must be a path that begins with /.')
  await expect.element(wrong).toBeVisible()
  await expect.element(typeOf(1)).toHaveValue('css')
  await userEvent.keyboard('{Home}/')
  await expect.element(wrong).not.toBeInTheDocument()
  button('Add path').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(pathOf(2)).toHaveFocus()
  await userEvent.keyboard('/b')
  await page.getByRole('combobox', { name: 'Profile' }).selectOptions('Campaign')
  pathOf(2).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 paths sent.')).toBeVisible()
  expect(purged(service)).toEqual([
    [
      expect.objectContaining({ condition: '/styles/a.css', content_type: 'css' }),
      expect.objectContaining({ condition: '/b' }),
    ],
  ])
  expect(service.received(purgeCache)[0]?.query.get('profile_id')).toBe(campaign.id)
})

test('pasted lines that need fixing are shown first', async () => {
  await openCache('?dialog=paste')
  const lines = Array.from({ length: 20 }, (_, i) => (i > 17 ? `elsewhere.example,/page/${i}` : `/page/${i}`))
  await page.getByRole('textbox', { name: 'Paths' }).fill(lines.join('\n'))
  await expect.element(page.getByText('18 paths ready, 2 need fixing.')).toBeVisible()
  const preview = page.getByRole('table', { name: 'Preview' }).getByRole('row')
  await expect.element(preview.nth(1)).toHaveTextContent(/\/page\/18.*Not this site’s host\./)
  await expect.element(preview.nth(2)).toHaveTextContent('/page/19')
  await expect.element(preview.nth(3)).toHaveTextContent(/\/page\/0(?!\d)/)
  await expectAccessible()
})

test('many pasted paths are purged in several requests, those that need fixing stay, and all can be purged again', async () => {
  const items = Array.from({ length: 38 }, (_, i) => ({ condition: `/page/${i}` }))
  const event = {
    id: '01990000-0000-7000-8000-000000000701',
    at: '2026-11-22T05:00:00.000Z',
    kind: 'cache.purged',
    actor: 'holder',
    site_id: null,
    monitor_id: null,
    detail: { host, paths: items.map(({ condition }) => condition), count: 38 },
  }
  await onPhone()
  const service = await openCache('?dialog=paste', (stub) => stub.reply(listEvents.user, onePage({ rows: [event] })))
  const valid = items.map(({ condition }) => `${host},${condition},`)
  const wrong = [',bikes/mountain,', 'other.example,/,', `${host},/page/1,banana`]
  await page.getByRole('textbox', { name: 'Paths' }).fill(['domain,path,type', ...valid, ...wrong, valid[1]].join('\n'))
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent('38 paths ready, 3 need fixing, 1 duplicate skipped.')
  await button('Add 41 paths').click()
  await expect.element(page.getByText('38 paths in 3 requests')).toBeVisible()
  for (const words of [
    'Not this site’s host.',
    'This must be a path that begins with /.',
    'Unknown type “banana”. Use page, css or js.',
  ])
    await expect.element(rows.filter({ hasText: words })).toBeVisible()
  await button('Remove path 41').click()
  await button('Purge 38 paths').click()
  await expect.element(page.getByText('38 paths sent.')).toBeVisible()
  const sent = purged(service) as object[][]
  expect(sent.map(({ length }) => length)).toEqual([15, 15, 8])
  expect(sent.flat()).toEqual(items.map((item) => ({ domain: host, ...item })))
  await button('Clear sent').click()
  await expect.element(page.getByRole('textbox', { name: /^Path/ })).toHaveLength(2)
  await button('Clear all').click()
  // the form is far above
  await page.getByRole('button', { name: /Purge again….*38 paths/ }).click()
  await expect.element(page.getByText('38 paths in 3 requests')).toBeVisible()
  await expect.element(button('Purge 38 paths')).toHaveFocus()
  await expect.element(button('Purge 38 paths')).toBeInViewport()
})

test('a whole address is a path of its host, typed or pasted', async () => {
  const service = await openCache('?dialog=paste')
  await paste([`https://${host}/a.css`])
  await expect.element(pathOf(1)).toHaveValue(`${host}/a.css`)
  await expect.element(typeOf(1)).toHaveValue('css')
  await button('Add path').click()
  await pathOf(2).fill('https://other.example/b.js?v=1')
  await expect.element(rows.nth(1)).toHaveTextContent('Not this site’s host.')
  await pathOf(2).fill(`https://${host}/b.js?v=1`)
  await button('Purge 2 paths').click()
  await expect.element(page.getByText('2 paths sent.')).toBeVisible()
  expect(purged(service)).toEqual([
    [
      { domain: host, condition: '/a.css', content_type: 'css' },
      { domain: host, condition: '/b.js?v=1', content_type: 'js' },
    ],
  ])
})

test('however many paths there are, the button that purges them fits a laptop’s window', async () => {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await page.viewport(1440, 900)
  await openCache('?dialog=paste')
  await paste(Array.from({ length: 50 }, (_, i) => `/page/${i}`))
  await expect.element(rows).toHaveLength(50)
  scrollTo(0, 0)
  expect(button('Purge 50 paths').element().getBoundingClientRect().bottom).toBeLessThan(900)
})

test('a file is read like pasted lines', async () => {
  await openCache('?dialog=paste')
  const file = new File([`\uFEFFurl;type\nhttps://${host}/x;js\n`], 'purge.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('Or choose a file'), file)
  await button('Add 1 path').click()
  await expect.element(pathOf(1)).toHaveValue(`${host}/x`)
  await expect.element(typeOf(1)).toHaveValue('js')
})

test('a purge stops after the current request, and can go on', async () => {
  const service = await openCache('?dialog=paste')
  const { promise, resolve } = Promise.withResolvers<Response>()
  service.answer(purgeCache, () => promise)
  await paste(Array.from({ length: 31 }, (_, i) => `/page/${i}`))
  await button('Purge 31 paths').click()
  await expect.element(page.getByText(/^Request 1 of 3/)).toBeVisible()
  await button('Stop after this request').click()
  service.reply(purgeCache, { success: true })
  resolve(Response.json({ success: true }))
  await expect.element(page.getByText('Stopped after request 1 of 3. 15 paths sent.')).toBeVisible()
  expect(purged(service)).toHaveLength(1)
  await button('Purge 16 paths').click()
  await expect.element(page.getByText('31 paths sent.')).toBeVisible()
})

test('a refused path shows why in its row and can be retried', async () => {
  const service = await openCache()
  service.refuse(purgeCache, { status: 422, fields: { '0.domain': 'must be the site’s host' } })
  await pathOf(1).fill('/a')
  await button('Add path').click()
  await pathOf(2).fill('/b')
  await button('Purge 2 paths').click()
  await expect.element(rows.nth(0)).toHaveTextContent('This must be the site’s host')
  await expect.element(rows.nth(1)).toHaveTextContent('because another line in the same request was refused.')
  service.reply(purgeCache, { success: true })
  await button('Remove path 1').click()
  await button('Retry 1 path').click()
  await expect.element(page.getByText('1 path sent.')).toBeVisible()
})

test.each([...faults, tooMany])('a purge that is %s stops, says why and keeps its rows', async (_, words, answer) => {
  const service = await openCache('?dialog=paste')
  service.answer(purgeCache, (received, timeout) =>
    received.body.includes('/bad') ? answer(received, timeout) : Response.json({ success: true }),
  )
  await paste([...Array(31).keys()].map((i) => (i === 20 ? '/bad' : `/page/${i}`)))
  await button('Purge 31 paths').click()
  await expect.element(page.getByText('Stopped after request 2 of 3. 15 paths sent, 15 not purged.')).toBeVisible()
  const failed = rows.filter({ hasText: words })
  expect(failed.elements()).toHaveLength(15)
  const unsure = failed.filter({ hasText: 'It may have been purged anyway.' })
  expect(unsure.elements()).toHaveLength(words === tooMany[1] ? 0 : 15)
  await expect.element(pathOf(21)).toHaveValue('/bad')
  await pathOf(21).fill('/page/20')
  await button('Retry 16 paths').click()
  await expect.element(page.getByText('31 paths sent.')).toBeVisible()
})

test('a flush is explained before it’s confirmed, and can be repeated', async () => {
  const service = await openCache()
  const flush = page.getByRole('dialog', { name: `Flush the cache of ${host}?` })
  await button('Flush cache…').click()
  await expect.element(flush).toHaveTextContent(/from your server until the cache fills again/)
  await expect.poll(() => location.search).toBe('?dialog=flush')
  await flush.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(flush).not.toBeInTheDocument()
  expect(service.received(flushCache)).toEqual([])
  await button('Flush cache…').click()
  await flush.getByRole('button', { name: 'Flush cache' }).click()
  await expect.element(page.getByText('Cache flushed').first()).toBeVisible()
  await expect.element(flush).not.toBeInTheDocument()
  expect(service.received(flushCache)).toHaveLength(1)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Flush again' })).toBeVisible()
})

test('a failed flush says why in its dialog and can be retried', async () => {
  const service = await openCache('?dialog=flush')
  const alert = dialog.getByRole('alert')
  for (const [, words, answer] of [...faults, tooMany]) {
    service.answer(flushCache, answer)
    await dialog.getByRole('button', { name: 'Flush cache' }).click()
    await expect.element(alert).toHaveTextContent(words)
    const isUnsure = words.includes('match this API') || words.includes('within')
    await (isUnsure ? expect.element(alert) : expect.element(alert).not).toHaveTextContent(/may have gone through/)
  }
  service.reply(flushCache, { success: true })
  await dialog.getByRole('button', { name: 'Flush cache' }).click()
  await expect.element(page.getByText('Cache flushed').first()).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each([
  [409, 'The host is a placeholder, so it has no cache.'],
  [404, 'This site doesn’t exist.'],
])('refused with %i, neither purge nor flush loses what was typed', async (status, error) => {
  const service = await openCache()
  service.refuse(purgeCache, { status, error }).refuse(flushCache, { status, error })
  await pathOf(1).fill('/a')
  await button('Purge 1 path').click()
  await expect.element(rows.nth(0)).toHaveTextContent(error)
  await expect.element(pathOf(1)).toHaveValue('/a')
  await button('Flush cache…').click()
  await dialog.getByRole('button', { name: 'Flush cache' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(error)
})

test.each([
  ['with proofs', (service: StubService) => withoutProof(service), 'the same hash as in a proof'],
  ['without', () => undefined, 'a hash of the content'],
] as const)('the command line speaks of what the service has: %s', async (_, prepare, words) => {
  await openCache('', prepare)
  const commands = page.getByRole('region', { name: 'From the command line' })
  await expect.element(commands).toHaveTextContent(`See the cache status, and ${words}.`)
})

describe('a purge of more than addresses', () => {
  const choose = (name: string) => page.getByRole('radio', { name })
  const counted = (matched: number, held: number): ReplyOf<typeof matchCache> => ({
    site_id: 's',
    nodes: [
      {
        id: '01990000-0000-7000-8000-000000000600',
        location: 'Oslo',
        addresses: [],
        seen_at: '2026-11-22T06:00:00.000Z',
        answer: { matched, held, examples: ['/shop/1'] },
      },
    ],
  })

  test('is chosen by name, stands in the address, and goes out as one list', async () => {
    const service = await openCache('?purge=below', withoutProof)
    await pathOf(1).fill('/shop/')
    await page.getByRole('combobox', { name: 'Type of path 1' }).selectOptions('JavaScript')
    await choose('Pattern').click()
    await expect.poll(() => location.search).toBe('?purge=pattern')
    await page.getByRole('combobox', { name: 'How pattern 2 is compared' }).selectOptions('Regular expression')
    const pattern = page.getByRole('textbox', { name: 'Pattern 2' })
    await pattern.fill('^/(de')
    await expect.element(rows.nth(1)).toHaveTextContent(/This isn’t a regular expression/)
    await expect.element(button('Purge 1 pattern')).toBeEnabled()
    await pattern.fill('^/(de|en)/')
    await choose('Tag').click()
    await page.getByRole('textbox', { name: 'Tag 3' }).fill('sale')
    await button('Add tag').click()
    await expect.element(page.getByRole('textbox', { name: 'Tag 4' })).toHaveFocus()
    await page.getByRole('textbox', { name: 'Tag 4' }).fill('red shoes')
    await expect.element(rows.nth(3)).toHaveTextContent('This must be a tag without spaces or commas.')
    await button('Remove tag 4').click()
    await button('Add tag').click()
    await choose('Below a path').click()
    await page.getByRole('combobox', { name: 'Type of path 4' }).selectOptions('CSS')
    await choose('Type').click()
    // what was chosen of another kind isn't taken over
    await expect.element(page.getByRole('combobox', { name: 'Type 4' })).toHaveValue('')
    await page.getByRole('combobox', { name: 'Type 4' }).selectOptions('Everything else')
    await choose('Addresses').click()
    await expect.poll(() => location.search).toBe('')
    await pathOf(5).fill('/bikes')
    await button('Purge 5 items').click()
    await expect.element(page.getByText('5 items sent.')).toBeVisible()
    expect(purged(service)).toEqual([
      [
        { condition: '/shop/', operator: 'PREFIX', type: 'js' },
        { condition: '^/(de|en)/', operator: 'REGEX' },
        { tag: 'sale' },
        { type: 'html' },
        { condition: '/bikes' },
      ],
    ])
  })

  test('is checked on demand against what is stored', async () => {
    const service = await openCache('?purge=below', (stub) => withoutProof(stub).reply(matchCache, counted(214, 1930)))
    const asked = () => service.received(matchCache).map(({ body }) => JSON.parse(body) as unknown)
    await pathOf(1).fill('/shop/')
    await button('Check path 1').click()
    const words = page.getByText('Matches 214 of 1,930 stored addresses, such as /shop/1.')
    await expect.element(words).toBeVisible()
    await pathOf(1).fill('/sho')
    await expect.element(words).not.toBeInTheDocument()
    expect(asked()).toEqual([{ condition: '/shop/', operator: 'PREFIX' }])
    service.refuse(matchCache, { status: 422, fields: { condition: 'must be shorter' } })
    await button('Check path 1').click()
    await expect.element(rows.nth(0)).toHaveTextContent('This must be shorter.')
    service.answer(matchCache, tooMany[2])
    await button('Check path 1').click()
    await expect.element(rows.nth(0)).toHaveTextContent('Too many requests.')
    expect(asked()).toHaveLength(3)
    service.reply(matchCache, counted(0, 0))
    await button('Check path 1').click()
    await expect.element(rows.nth(0)).toHaveTextContent('Nothing is stored now.')
    await expect.element(button('Purge 1 pattern')).toBeEnabled()
  })

  test('is made without a check where the service offers none', async () => {
    const service = await openCache('?purge=tag', withoutProof)
    await page.getByRole('textbox', { name: 'Tag 1' }).fill('sale')
    await button('Check tag 1').click()
    await expect.element(rows.nth(0)).toHaveTextContent('This service can’t count what a purge would remove.')
    await expect.element(button('Check tag 1')).not.toBeInTheDocument()
    service.refuse(purgeCache, { status: 422, fields: { '0.tag': "isn't a known field" } })
    await button('Purge 1 tag').click()
    await expect.element(rows.nth(0)).toHaveTextContent('This isn’t a known field.')
  })

  test('isn’t offered where the service has nothing but the document’s operations', async () => {
    const service = await openCache('?purge=tag')
    await expect.element(choose('Tag')).not.toBeInTheDocument()
    await pathOf(1).fill('/a')
    await button('Purge 1 path').click()
    await expect.element(page.getByText('1 path sent.')).toBeVisible()
    expect(purged(service)).toEqual([[{ condition: '/a' }]])
  })

  test('goes out in calls of 15, and is repeated from the log as it was', async () => {
    const items = [
      { condition: '/shop/', operator: 'PREFIX', type: 'css' },
      ...Array.from({ length: 15 }, (_, i) => ({ tag: `t${i}` })),
    ]
    const detail = { host, paths: [], patterns: items.map(() => 'x'), items, count: 16 }
    const event = {
      id: '01990000-0000-7000-8000-000000000700',
      at: '2026-11-22T05:00:00.000Z',
      kind: 'cache.purged',
      actor: 'holder',
      site_id: null,
      monitor_id: null,
      detail,
    }
    const paging = { current_page: 1, total_pages: 1, per_page: 100, total_entries: 1 }
    const service = await openCache('', (stub) =>
      withoutProof(stub).reply(listEvents.user, { ...paging, rows: [event] }),
    )
    await page.getByRole('button', { name: /Purge again….*\/shop\/\* \(CSS\) and 15 more/ }).click()
    await expect.element(button('Purge 16 items')).toHaveFocus()
    await expect.poll(() => location.search).toBe('?purge=below')
    await button('Purge 16 items').click()
    await expect.element(page.getByText('16 items sent.')).toBeVisible()
    expect(purged(service)).toEqual([items.slice(0, 15), items.slice(15)])
  })
})

type Proof = ReplyOf<typeof readProof>
type Address = Proof['addresses'][number]

const lookup = (held: boolean | null, more: Partial<ProofLookup> = {}): ProofLookup => {
  const found = held ? { status: 200, age: 65 } : { status: null, age: null }
  return { at: '2026-11-22T06:00:00.000Z', held, ...found, not_kept: null, silent: [], problem: null, ...more }
}
const hit = lookup(true)
const miss = lookup(false)
const failed = lookup(null, { problem: 'Too many wait.' })

const address = (path: string, result: ProofResult | null, lookups: Partial<Address> = {}): Address => ({
  id: path,
  path,
  before: hit,
  after: null,
  again: null,
  ...lookups,
  result,
})
const proofOf = (addresses: Address[], kind: Proof['kind'] = 'purge'): Proof => ({
  site_id: 's',
  proof_id: addresses.length > 0 ? 'p' : null,
  kind,
  addresses,
})
const withoutProof = (service: StubService) => service.reply(readProof, proofOf([], null))
const proofRow = (path: string) =>
  page.getByRole('table', { name: 'What the purge did' }).getByRole('row').filter({ hasText: path })
/** Beside the path, which heads the row. */
const cellsOf = (path: string) => proofRow(path).getByRole('cell')

describe('a proof', () => {
  test('is begun by a purge, goes on over its requests, and is followed', async () => {
    const service = await openCache('?dialog=paste', withoutProof)
    const begun = proofOf([address('/page/0', null)])
    service.reply(provePurge, begun).reply(readProof, begun)
    await paste(Array.from({ length: 16 }, (_, i) => `/page/${i}`))
    await button('Purge 16 paths').click()
    await expect.element(page.getByText('16 paths sent.')).toBeVisible()
    expect(service.received(provePurge).map(({ query }) => query.get('proof_id'))).toEqual([null, 'p'])
    expect(purged(service)).toEqual([])
    await expect.element(page.getByText('Checked 0 of 1 path', { exact: true })).toBeVisible()
    await expect.element(cellsOf('/page/0').nth(0)).toHaveTextContent(/HIT.*1.min.old/)
    await expect.element(cellsOf('/page/0').nth(1)).toHaveTextContent('Looking…')
    await expect.element(rows.nth(0)).toHaveTextContent('Sent, waiting for the nodes…')
    await expect.element(page.getByText('leaves the cache within seconds')).toBeVisible()
    service.reply(
      readProof,
      proofOf([address('/page/0', 'stored again', { after: { ...miss, asked: 2, purged: 2 }, again: hit })]),
    )
    await expect.element(page.getByText('The path was purged', { exact: true })).toBeVisible()
    await expect.element(cellsOf('/page/0').nth(1)).toHaveTextContent('MISS')
    await expect.element(rows.nth(0)).toHaveTextContent('Purged on 2 of 2 nodes')
    await expect.element(page.getByText('16 paths sent.')).not.toBeInTheDocument()
    await expect.element(page.getByText('leaves the cache within seconds')).not.toBeInTheDocument()
    await expect.element(button('Stop checking')).not.toBeInTheDocument()
  })

  test('is shown again after a reload, and can be stopped', async () => {
    const service = await openCache('', (stub) => stub.reply(readProof, proofOf([address('/a', null)])))
    service.refuse(stopProof, { status: 503, error: 'Not now.' })
    await button('Stop checking').click()
    await expect.element(page.getByText('Couldn’t stop checking.')).toBeVisible()
    const stopped = proofOf([address('/a', 'unknown')])
    // the page reads the proof meanwhile, too, and must find it running until then
    service.answer(stopProof, () => {
      service.reply(readProof, stopped)
      return Response.json(stopped)
    })
    await button('Stop checking').click()
    await expect.element(page.getByText('1 not fully checked.')).toBeVisible()
    await expect.element(page.getByText('Couldn’t stop checking.')).not.toBeInTheDocument()
    await expect.element(button('Stop checking')).not.toBeInTheDocument()
  })

  test.each<[string, Address[], RegExp]>([
    [
      'newly stored',
      [address('/a', 'newly stored', { before: miss, after: miss, again: hit })],
      /^Nothing was stored before The new version is now cached\.$/,
    ],
    [
      'never stored',
      [address('/a', 'never stored'), address('/b', 'never stored')],
      /^2 not stored after the visit either\. None of these /,
    ],
    [
      'several',
      [
        address('/a', 'stored again'),
        address('/b', 'never stored'),
        address('/c', 'still stored'),
        address('/d', null),
      ],
      /^Checked 3 of 4 paths 1 purged and stored again, 1 never stored, 1 still stored\. Stopping/,
    ],
  ])('comes to a sentence: %s', async (_, addresses, words) => {
    await openCache('', (stub) => stub.reply(readProof, proofOf(addresses)))
    await expect.element(page.getByRole('region', { name: 'Proof' }).getByRole('status')).toHaveTextContent(words)
  })

  test('says of each lookup what was found, and what wasn’t', async () => {
    const notKept = { reason: 'private', status: 200, at: null }
    const addresses = [
      address('/a', 'not stored again', { after: miss, again: lookup(false, { not_kept: notKept }) }),
      address('/b', 'still stored', { after: hit }),
      address('/c', 'stored again', { after: hit, again: hit }),
      address('/d', 'unknown', { after: lookup(false, { silent: ['Oslo', 'Virginia'] }) }),
      address('/e', 'unknown', { before: failed }),
      address('/f', null),
    ]
    await openCache('', (stub) => stub.reply(readProof, proofOf(addresses)))
    await expect.element(cellsOf('/a').nth(2)).toHaveTextContent(/MISS.*wasn’t kept/)
    await expect.element(cellsOf('/b').nth(1)).not.toHaveTextContent('Another visitor')
    await expect.element(cellsOf('/b').nth(2)).toHaveTextContent('not checked')
    await expect.element(cellsOf('/c').nth(1)).toHaveTextContent('Another visitor’s request has stored it again.')
    await expect.element(cellsOf('/d').nth(1)).toHaveTextContent('No answer from Oslo and Virginia.')
    await expect.element(cellsOf('/e').nth(0)).toHaveTextContent('Too many wait.')
    await expect.element(cellsOf('/f').nth(2)).toHaveTextContent('not yet')
  })

  test('shows what is new, and each node with its whole hashes', async () => {
    const of = (letter: string, size = 1000): StoredContent => {
      return { etag: `"${letter}"`, size, sha256: letter.repeat(64), not_hashed: null }
    }
    const found = (held: boolean, ...nodes: Partial<NodeFinding>[]) =>
      lookup(held, {
        nodes: nodes.map((node, i) => ({
          id: String(i),
          location: ['Oslo', 'Virginia'][i] ?? '',
          held,
          content: null,
          ...node,
        })),
      })
    const gone = found(false, { gone_after: 180 }, { gone_after: 790 })
    const addresses = [
      address('/new', 'stored again', {
        before: found(true, { content: of('a') }, { content: of('a') }),
        after: gone,
        again: found(true, { content: of('b', 2240), change: 'new' }, { content: of('b', 2240), change: 'new' }),
      }),
      address('/same.css', 'stored again', {
        before: found(true, { content: of('c') }),
        after: gone,
        again: found(true, { content: of('c'), change: 'same' }),
      }),
    ]
    await openCache('', (stub) => stub.reply(readProof, proofOf(addresses)))
    const region = page.getByRole('region', { name: 'Proof' })
    await expect.element(region.getByText('All 2 paths purged in 0.8 s')).toBeVisible()
    await expect.element(region).toHaveTextContent(/A test visit cached the new version\. 1 of 2 have new content\./)
    const times = region.getByRole('list', { name: 'Time by edge node' }).getByRole('listitem')
    await expect.element(times.nth(1)).toHaveTextContent(/Virginia.*0\.8.s/)
    await expect.element(cellsOf('/new').nth(0)).toHaveTextContent(/HIT.*aaaaaa/)
    await expect.element(cellsOf('/new').nth(1)).toHaveTextContent(/MISS.*stored nowhere/)
    await expect.element(cellsOf('/new').nth(2)).toHaveTextContent(/HIT.*bbbbbb/)
    await expect.element(cellsOf('/new').nth(3)).toHaveTextContent(/New version.*\+1\.24.kB/)
    await expect.element(cellsOf('/same.css').nth(3)).toHaveTextContent(/Same content/)
    await region.getByText('By edge node').click()
    const byNode = page.getByRole('table', { name: 'The proof by edge node' }).getByRole('row')
    // the second path is on one node only
    await expect.element(byNode).toHaveLength(1 + 4)
    await expect
      .element(byNode.nth(2))
      .toHaveTextContent(/\/new.*Virginia.*0\.8.s.*"a".*"b".*1\.00.kB.*2\.24.kB.*aaaaaa…aaaaaa.*bbbbbb…bbbbbb/)
    await expect.element(byNode.nth(1).getByTitle('b'.repeat(64))).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: 'purge command' }))
      .toHaveTextContent(
        /purge_cache\/proof'.*\[{"condition":"\/new"},{"condition":"\/same\.css","content_type":"css"}\]/,
      )
  })

  test('of a pattern has what each node had and has, and is the purge command’s', async () => {
    const counted = (counts: readonly (number | null)[], goneAfter: number | null = null) =>
      lookup(
        counts.some((count) => count !== null && count > 0),
        {
          asked: 2,
          purged: 2,
          nodes: counts.map((matched, i) => ({
            id: String(i),
            location: ['Oslo', 'Virginia'][i] ?? '',
            held: matched === null ? null : matched > 0,
            content: null,
            stored: matched === null ? null : 1930,
            matched,
            examples: matched ? ['/shop/1', '/shop/2'] : [],
            gone_after: goneAfter,
          })),
        },
      )
    const item = { condition: '/shop/', operator: 'PREFIX' as const }
    const pattern = (path: string, result: ProofResult, lookups: Partial<Address>) => ({
      ...address(path, result, lookups),
      item,
    })
    const gone = pattern('/shop/*', 'gone', { before: counted([214, 12]), after: counted([0, 0], 400) })
    const service = await openCache('', (stub) => stub.reply(readProof, proofOf([gone])))
    const region = page.getByRole('region', { name: 'Proof' })
    await expect.element(region.getByText('/shop/* purged in 0.4 s')).toBeVisible()
    const byNode = region.getByRole('table', { name: 'Stored before and after, by edge node' }).getByRole('row')
    await expect
      .element(byNode.nth(1))
      .toHaveTextContent(/\/shop\/\*.*Oslo.*214 of 1,930.*\/shop\/1.*none left after 0\.4.s/)
    await expect.element(byNode.nth(2)).toHaveTextContent(/Virginia.*12 of 1,930/)
    await expect.element(proofRow('/shop/*')).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('region', { name: 'purge command' }))
      .toHaveTextContent('[{"condition":"/shop/","operator":"PREFIX"}]')
    const left = pattern('tag sale', 'some stored', { before: counted([2, 0]), after: counted([1, null]) })
    service.reply(readProof, proofOf([left, address('/a', 'stored again', { after: miss, again: hit })]))
    service.reply(provePurge, proofOf([left, address('/a', 'stored again', { after: miss, again: hit })]))
    await pathOf(1).fill('/a')
    await button('Purge 1 path').click()
    await expect
      .element(region.getByRole('status'))
      .toHaveTextContent('1 purged and stored again, 1 still stored or stored again by visitors.')
    await expect.element(byNode.nth(1)).toHaveTextContent(/Oslo.*2 of 1,930.*1 of 1,930still stored or/)
    await expect.element(byNode.nth(2)).toHaveTextContent(/Virginia.*0 of 1,930.*It didn’t answer\./)
    await expect.element(cellsOf('/a').nth(2)).toHaveTextContent('HIT')
  })

  test('is the purge command’s, with every path of one request', async () => {
    const paths = Array.from({ length: 16 }, (_, i) => `/page/${i}`)
    await openCache('', (stub) => stub.reply(readProof, proofOf(paths.map((path) => address(path, 'newly stored')))))
    const command = page.getByRole('region', { name: 'purge command' })
    await expect.element(command).toHaveTextContent('{"condition":"/page/14"}]')
    await expect.element(page.getByText('Nothing was stored before')).toBeVisible()
  })

  test('of a flush has examples', async () => {
    const service = await openCache('?dialog=flush&look=/bikes', withoutProof)
    const proof = proofOf([address('/', 'stored again')], 'flush')
    service.reply(proveFlush, proof).reply(readProof, proof)
    await dialog.getByRole('button', { name: 'Flush cache' }).click()
    await expect.element(page.getByText(/so these are examples/)).toBeVisible()
    expect(service.received(proveFlush).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { paths: ['/', '/bikes'] },
    ])
    expect(service.received(flushCache)).toEqual([])
  })

  test('says once why nothing could be looked up', async () => {
    const addresses = [address('/a', 'unknown', { before: failed }), address('/b', 'unknown', { before: failed })]
    await openCache('', (stub) => stub.reply(readProof, proofOf(addresses)))
    await expect.element(page.getByText('There’s nothing to prove. Too many wait.')).toBeVisible()
    await expect.element(proofRow('/a')).not.toBeInTheDocument()
  })

  test('that can’t be read says why, and can be read again', async () => {
    const service = await openCache('', (stub) => stub.refuse(readProof, { status: 500, error: 'Broken.' }))
    await expect.element(page.getByText('Couldn’t load the proof.')).toBeVisible()
    service.reply(readProof, proofOf([address('/a', 'stored again')]))
    await button('Retry').click()
    await expect.element(page.getByText('The path was purged', { exact: true })).toBeVisible()
  })

  test('is missing where the service gives none, and the purge is made', async () => {
    const service = await openCache()
    await pathOf(1).fill('/a')
    await button('Purge 1 path').click()
    await expect.element(page.getByText(/so it can’t prove what it purges/)).toBeVisible()
    expect(purged(service)).toHaveLength(1)
    expect(service.received(provePurge)).toEqual([])
  })
})

describe('a look', () => {
  const field = page.getByRole('textbox', { name: 'Address' })
  const look = page.getByRole('button', { name: 'Look up', exact: true })
  const answered = (...locations: string[]): ReplyOf<typeof lookIntoCache> => ({
    site_id: 's',
    url: `https://${host}/`,
    optimizer: 'active',
    nodes: locations.map((location, i) => ({
      id: `01990000-0000-7000-8000-00000000060${i}`,
      location,
      addresses: ['203.0.113.20'],
      seen_at: '2026-11-22T06:00:00.000Z',
      answer: null,
    })),
  })

  test('at an address that isn’t the site’s is refused beside the field', async () => {
    const service = await openCache()
    for (const typed of ['', 'https://other.example/']) {
      await field.fill(typed)
      await look.click()
      await expect.element(page.getByText(`Enter a path or an address on ${host}.`)).toBeVisible()
      await expect.element(field).toHaveFocus()
    }
    expect(service.received(lookIntoCache)).toEqual([])
  })

  test('names an edge node that doesn’t answer, and says when none is running', async () => {
    const service = await openCache('?look=/', (stub) => stub.reply(lookIntoCache, answered()))
    await expect.element(page.getByText('No edge node is running, so nothing is stored.')).toBeVisible()
    service.reply(lookIntoCache, answered('Virginia'))
    await button('Look up again').click()
    await expect
      .element(page.getByRole('row').filter({ hasText: 'Virginia' }))
      .toHaveTextContent('It didn’t answer in time.')
  })

  test('that fails says why and can be retried', async () => {
    const service = await openCache('?look=/busy', (stub) => stub.answer(lookIntoCache, tooMany[2]))
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t look this address up.' })
    await expect.element(alert).toHaveTextContent('Too many requests')
    service.reply(lookIntoCache, answered())
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('No edge node is running, so nothing is stored.')).toBeVisible()
  })

  test('is missing where the service doesn’t say what it has cached', async () => {
    await openCache('?look=/bikes')
    await expect.element(page.getByText('This service doesn’t say what it has cached', { exact: true })).toBeVisible()
  })

  test('finds nothing while the edge stores nothing, and neither does a proof', async () => {
    const proof = proofOf([address('/bikes', 'unknown', { before: failed })])
    await openCache('', (stub) => withoutProof(stub).reply(provePurge, proof), 'bypass')
    await expect
      .element(page.getByText('The edge stores nothing, because the optimizer is bypassed.').first())
      .toBeVisible()
    await pathOf(1).fill('/bikes')
    await button('Purge 1 path').click()
    await expect.element(page.getByText('1 path sent.')).toBeVisible()
    await expect.element(page.getByText(/There’s nothing to prove\. The edge stores nothing/)).toBeVisible()
  })
})

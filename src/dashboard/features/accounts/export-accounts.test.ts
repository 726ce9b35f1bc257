import { afterEach, expect, test, vi } from 'vitest'
import { accountsCsv, initialProgress, readAccounts, type ExportProgress } from './export-accounts.ts'

const account = (id: string) => ({ id, name: `Account ${id}`, email: `${id}@example.com`, api_url: `/accounts/${id}` })

/** Serves pages with these account IDs. Returns the queries it receives. */
function serve(pages: readonly (readonly string[])[]) {
  const queries: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((url) => {
    const query = new URL(typeof url === 'string' ? url : '', 'http://service.test').searchParams
    queries.push(query.toString())
    const page = Number(query.get('page'))
    return Promise.resolve(
      Response.json({
        current_page: page,
        total_pages: pages.length,
        per_page: 100,
        total_entries: pages.flat().length,
        accounts: (pages[page - 1] ?? []).map(account),
      }),
    )
  })
  return queries
}
afterEach(() => vi.restoreAllMocks())

const read = (start = initialProgress) =>
  readAccounts('p', { search_term: 'a', sort_by: 'email', direction: 'asc' }, start, AbortSignal.timeout(5000))

async function readAll(start?: ExportProgress): Promise<ExportProgress> {
  let latest = start ?? initialProgress
  for await (latest of read(start)) continue
  return latest
}

test('reads every page once, with the filter and sorting of the list', async () => {
  const queries = serve([['1', '2'], ['3']])
  const { accounts, total } = await readAll()
  expect([...accounts.keys()]).toEqual(['1', '2', '3'])
  expect(total).toBe(3)
  expect(queries).toHaveLength(2)
  expect(queries[1]).toBe('search_term=a&sort_by=email&direction=asc&page=2&per_page=100')
})

test('keeps an account once if it moves to the next page during the export', async () => {
  serve([
    ['1', '2'],
    ['2', '3'],
  ])
  expect([...(await readAll()).accounts.keys()]).toEqual(['1', '2', '3'])
})

test('continues after the last page that was read', async () => {
  serve([['1'], ['2']])
  const pages = read()
  const { value: first } = await pages.next()
  if (!first) throw new Error('no first page')
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ error: 'no' }, { status: 503 })),
  )
  await expect(pages.next()).rejects.toMatchObject({ status: 503 })
  const queries = serve([['1'], ['2']])
  expect([...(await readAll(first)).accounts.keys()]).toEqual(['1', '2'])
  expect(queries).toHaveLength(1)
})

test('writes a name that looks like a formula as text', () => {
  const csv = accountsCsv([{ ...account('1'), name: '=HYPERLINK("http://evil.example")' }])
  expect(csv.replace('\uFEFF', '').split('\r\n')[0]).toBe('name,email,id,api_url')
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
})

import { afterEach, expect, test, vi } from 'vitest'
import { accountsCsv, nothingRead, readFurther, type Reading } from './export-accounts.ts'

const account = (id: string) => ({ id, name: `Account ${id}`, email: `${id}@example.com`, api_url: `/accounts/${id}` })

/** A service whose pages hold these ids. */
function serve(pages: readonly (readonly string[])[]) {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((url) => {
    const query = new URL(typeof url === 'string' ? url : '', 'http://service.test').searchParams
    asked.push(query.toString())
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
  return asked
}
afterEach(() => vi.restoreAllMocks())

async function all(from: Reading = nothingRead): Promise<Reading> {
  const read = await readFurther(
    'p',
    { search_term: 'a', sort_by: 'email', direction: 'asc' },
    from,
    AbortSignal.timeout(5000),
  )
  return read.isComplete ? read : all(read)
}

test('every page is read once, chosen and sorted as the list is', async () => {
  const asked = serve([['1', '2'], ['3']])
  const read = await all()
  expect([...read.accounts.keys()]).toEqual(['1', '2', '3'])
  expect(read.total).toBe(3)
  expect(asked).toHaveLength(2)
  expect(asked[1]).toBe('search_term=a&sort_by=email&direction=asc&page=2&per_page=100')
})

test('an account that moved to the next page meanwhile is there once', async () => {
  serve([
    ['1', '2'],
    ['2', '3'],
  ])
  expect([...(await all()).accounts.keys()]).toEqual(['1', '2', '3'])
})

test('reading goes on where it failed', async () => {
  serve([['1'], ['2']])
  const first = await readFurther('p', {}, nothingRead, AbortSignal.timeout(5000))
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ error: 'no' }, { status: 503 })),
  )
  await expect(readFurther('p', {}, first, AbortSignal.timeout(5000))).rejects.toMatchObject({ status: 503 })
  const asked = serve([['1'], ['2']])
  expect([...(await all(first)).accounts.keys()]).toEqual(['1', '2'])
  expect(asked).toHaveLength(1)
})

test('a name that looks like a formula is text in the file', () => {
  const csv = accountsCsv([{ ...account('1'), name: '=HYPERLINK("http://evil.example")' }])
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
})

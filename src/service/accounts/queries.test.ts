import { describe, expect, test } from 'vitest'
import { type InputOf, listAccounts } from '../../contract/index.ts'
import { type SignIn, testService, type TestService } from '../test/service.ts'

type Row = readonly [name: string, email: string]

async function listing(rows: readonly Row[]) {
  const service = await testService()
  const partner = await service.makePartner()
  for (const [name, email] of rows) await addAccount(service, partner, name, email)
  const list = (query: InputOf<typeof listAccounts>['query'] = {}) =>
    service.ask(listAccounts, { path: { partner_id: partner.id }, query }, partner.key)
  const call = (query: object) => service.call('GET', `/partners/${partner.id}/accounts`, { key: partner.key, query })
  return { service, partner, list, call }
}

function addAccount({ makeAccount }: TestService, partner: SignIn, name: string, email: string): Promise<SignIn> {
  return makeAccount(partner, { name, name_lower: name.toLowerCase(), email, email_lower: email.toLowerCase() })
}

const numbered = Array.from({ length: 23 }, (_, i): Row => {
  const n = String(i + 1).padStart(2, '0')
  return [`Account ${n}`, `a${n}@example.com`]
})
const names = ({ accounts }: { accounts: { name: string }[] }) => accounts.map(({ name }) => name)

describe('pages', () => {
  test('page 2 of 7 holds items 8 to 14', async () => {
    const { list } = await listing(numbered)
    const page = await list({ page: 2, per_page: 7, direction: 'asc' })
    expect(page).toMatchObject({ current_page: 2, per_page: 7, total_pages: 4, total_entries: 23 })
    expect(names(page)).toEqual(numbered.slice(7, 14).map(([name]) => name))
  })

  test('the default is the first 10 by name in descending order', async () => {
    const { list } = await listing(numbered)
    const page = await list()
    expect(page).toMatchObject({ current_page: 1, per_page: 10, total_pages: 3, total_entries: 23 })
    expect(names(page)).toEqual(
      numbered
        .toReversed()
        .slice(0, 10)
        .map(([name]) => name),
    )
  })

  test('the last page is partial and later ones are empty, with the same totals', async () => {
    const { list } = await listing(numbered)
    const totals = { total_pages: 3, total_entries: 23 }
    expect(await list({ page: 3, direction: 'asc' })).toMatchObject({ ...totals, accounts: { length: 3 } })
    for (const page of [4, 1000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect(await list({ page, per_page: 10 }), String(page)).toMatchObject({ ...totals, accounts: [] })
    }
    expect(await list({ page: Number.MAX_SAFE_INTEGER, per_page: 100 })).toMatchObject({ accounts: [] })
  })

  test('the totals are current after bulk changes', async () => {
    const { service, partner, list } = await listing(numbered)
    const other = await service.makePartner()
    await addAccount(service, other, 'Not theirs', 'not@example.com')
    const deletion = service.db.deleteFrom('accounts').where('partner_id', '=', partner.id)
    await deletion.where('name', '<', 'Account 06').execute()
    expect(await list({ page: 2 })).toMatchObject({ total_pages: 2, total_entries: 18, accounts: { length: 8 } })
    await deletion.execute()
    expect(await list({ page: 2 })).toMatchObject({ total_pages: 0, total_entries: 0 })
    await addAccount(service, partner, 'Anew', 'anew@example.com')
    expect(await list({ per_page: 1 })).toMatchObject({ total_pages: 1, total_entries: 1 })
  })

  test('an empty list has 0 pages', async () => {
    const { list } = await listing([])
    expect(await list()).toEqual({ current_page: 1, per_page: 10, total_pages: 0, total_entries: 0, accounts: [] })
  })

  test.each([
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'x' },
    { per_page: 0 },
    { per_page: 101 },
    { per_page: 'all' },
  ])('%j returns 422', async (query) => {
    const { call } = await listing([])
    const [field = ''] = Object.keys(query)
    expect(await call(query)).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  })
})

describe('order', () => {
  test('breaks ties by ascending id in both directions, so that pages neither repeat nor skip a row', async () => {
    const { list } = await listing(Array.from({ length: 17 }, (_, i): Row => ['Same', `s${i}@example.com`]))
    for (const direction of ['asc', 'desc'] as const) {
      const seen: string[] = []
      for (let page = 1; page <= 5; page++)
        seen.push(...(await list({ page, per_page: 4, direction })).accounts.map(({ id }) => id))
      expect(seen).toHaveLength(17)
      expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => (a < b ? -1 : 1)))
    }
  })

  const mixed: Row[] = [
    ['b', '2@example.com'],
    ['A', '3@example.com'],
    ['a', '9@example.com'],
    ['Z', '1@example.com'],
    ['ä', '5@example.com'],
    ['_', '6@example.com'],
    // outside the basic plane: sorts after U+FF5E by code point, but before it by UTF-16 unit
    ['😀', '7@example.com'],
    ['～', '8@example.com'],
  ]

  test('by name ignores case and compares code points', async () => {
    const { list } = await listing(mixed)
    const up = names(await list({ sort_by: 'name', direction: 'asc' }))
    expect(up.map((name) => name.toLowerCase())).toEqual(['_', 'a', 'a', 'b', 'z', 'ä', '～', '😀'])
    const down = names(await list({ sort_by: 'name', direction: 'desc' }))
    expect(down.map((name) => name.toLowerCase())).toEqual(['😀', '～', 'ä', 'z', 'b', 'a', 'a', '_'])
  })

  test('by email ignores case', async () => {
    const { list } = await listing([...mixed, ['q', 'B@example.com'], ['r', 'a@example.com']])
    const emails = async (direction: 'asc' | 'desc') =>
      (await list({ sort_by: 'email', direction })).accounts.map(({ email }) => email[0])
    expect(await emails('asc')).toEqual(['1', '2', '3', '5', '6', '7', '8', '9', 'a', 'B'])
    expect(await emails('desc')).toEqual(['B', 'a', '9', '8', '7', '6', '5', '3', '2', '1'])
  })
})

describe('search', () => {
  const rows: Row[] = [
    ['Fjord Bikes', 'info@fjord.example'],
    ['Ängelholm Glas', 'glas@example.com'],
    ['100% Cotton', 'cotton@example.com'],
    ['Under_score', 'under@example.com'],
    ['Other', 'FJORD@other.example'],
  ]

  test.each<[term: string, found: string[]]>([
    ['fjord', ['Fjord Bikes', 'Other']],
    ['FJORD', ['Fjord Bikes', 'Other']],
    ['rd bi', ['Fjord Bikes']],
    ['ÄNGEL', ['Ängelholm Glas']],
    ['@example.com', ['100% Cotton', 'Under_score', 'Ängelholm Glas']],
    // substrings, not patterns
    ['%', ['100% Cotton']],
    ['_', ['Under_score']],
    ['100%', ['100% Cotton']],
    ["'", []],
    ['', ['100% Cotton', 'Fjord Bikes', 'Other', 'Under_score', 'Ängelholm Glas']],
  ])('%j as search_term and as query', async (term, found) => {
    const { list } = await listing(rows)
    for (const name of ['search_term', 'query'] as const) {
      const page = await list({ [name]: term, direction: 'asc' })
      expect(names(page)).toEqual(found)
      expect(page).toMatchObject({ total_entries: found.length, total_pages: found.length ? 1 : 0 })
    }
  })

  test('paginates its results', async () => {
    const { list } = await listing(numbered)
    const page = await list({ search_term: 'A1', sort_by: 'email', direction: 'asc', per_page: 4, page: 2 })
    expect(names(page)).toEqual(['Account 14', 'Account 15', 'Account 16', 'Account 17'])
    expect(page).toMatchObject({ total_entries: 10, total_pages: 3 })
  })

  test('prefers search_term to its alias', async () => {
    const { list } = await listing(rows)
    expect(names(await list({ search_term: 'glas', query: 'fjord' }))).toEqual(['Ängelholm Glas'])
  })

  test('finds the partner’s own accounts only', async () => {
    const { service, list } = await listing(rows)
    await addAccount(service, await service.makePartner(), 'Fjord elsewhere', 'x@example.com')
    expect((await list({ search_term: 'fjord' })).total_entries).toBe(2)
    expect((await list()).total_entries).toBe(5)
  })
})

test('a row has the documented fields, and what this service adds', async () => {
  const { service, partner, list } = await listing([])
  const { id } = await addAccount(service, partner, 'Fjord Bikes', 'Info@Fjord.example')
  expect((await list()).accounts).toEqual([
    {
      id,
      name: 'Fjord Bikes',
      email: 'Info@Fjord.example',
      api_url: `https://perf.example/api/partners/${partner.id}/accounts/${id}`,
      // added by this service
      plan: 'free',
      last_sign_in_at: null,
      sites: 0,
      troubled_sites: 0,
      troubled_hosts: 0,
      severity: 0,
    },
  ])
})

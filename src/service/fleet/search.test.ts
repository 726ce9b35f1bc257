import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fleetLimits } from './limits.ts'
import { type SignIn, start } from '../test/service.ts'
import { world } from './testing.ts'

test('the counts are those of the search, whatever trouble is asked for', async () => {
  const { partner, makePartner, makeAccount, fleet, addSite, breakSite } = await world()
  const ada = await makeAccount(partner, { name_lower: 'ada byron' })
  const bo = await makeAccount(partner, { name_lower: 'bo dahl' })
  await addSite(ada, 'www.one.example')
  await breakSite(await addSite(ada, 'www.two.example'), { kind: 'slow', severity: 1 })
  await breakSite(await addSite(bo, 'www.three.example'))
  await breakSite(await addSite(await makeAccount(await makePartner()), 'www.theirs.example'))
  const none = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 0 }
  for (const query of [{}, { trouble: 'down' }, { trouble: 'healthy' }, { sort_by: 'host', page: 2 }]) {
    const counts = async (search_term: string) => (await fleet({ ...query, search_term })).counts
    expect(await counts('')).toEqual({ ...none, down: 1, slow: 1, healthy: 1 })
    expect(await counts('Byron')).toEqual({ ...none, slow: 1, healthy: 1 })
    expect(await counts('three')).toEqual({ ...none, down: 1 })
    expect(await counts('nobody')).toEqual(none)
  }
  expect(await fleet({ search_term: 'byron', trouble: 'down' })).toMatchObject({ sites: [], total_entries: 0 })
})

describe('a search', () => {
  /** Each of few characters, so that terms occur, and some that mean something to one of the databases. */
  const text = (options: object) =>
    fc
      .array(fc.constantFrom(...'a b ü ß 😀 % _ " * \\ . - @ ('.split(' '), "'", ' '), options)
      .map((characters) => characters.join(''))

  /** Adds sites directly, as many as no list sorts at once, and returns all as they are searched. */
  async function addMany({ db }: Awaited<ReturnType<typeof world>>, account: SignIn, hosts: readonly string[]) {
    const common = { account_id: account.id, first: 0, deferred: 0, state: 'active', resume_state: 'active' } as const
    const rest = { ...common, https: 1, check_certificate: 1, next_look_at: start, created_at: start } as const
    for (let i = 0; i < hosts.length; i += 500)
      await db
        .insertInto('sites')
        .values(
          hosts.slice(i, i + 500).map((host) => {
            const id = randomUUID()
            return { ...rest, id, host, service_cname: `${id}.edge.example`, preview_host: `${id}.preview.example` }
          }),
        )
        .execute()
  }

  test('finds what contains the term, in any list, whatever the term', async () => {
    const service = await world()
    const { partner, makePartner, makeAccount, fleet, addSite, breakSite, db } = service
    const account = await makeAccount(partner, { name_lower: 'a % ü', email_lower: 'ab@many.example' })
    const other = await makeAccount(await makePartner(), { email_lower: 'other@other.example' })
    const many = Array.from({ length: 5200 }, (_, i) => `www-${i}.example`)
    await addMany(service, account, many)
    await addMany(service, other, many.slice(0, 600))
    let n = 0
    const sites: { id: string; account: number }[] = []
    const accounts = [await makeAccount(partner), await makeAccount(partner)]
    await fc.assert(
      fc.asyncProperty(
        fc.array(text({ maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        text({ maxLength: 12 }),
        fc.array(text({ minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 6 }),
        async (hosts, name, terms) => {
          for (const host of hosts) {
            const one = accounts[n % 2] ?? account
            const id = await addSite(one, `${host}${n++}`, { state: n % 3 === 0 ? 'maintenance' : 'active' })
            if (n % 4 === 0) await breakSite(id)
            sites.push({ id, account: n % 2 })
          }
          const [first, second] = sites
          if (first && second && n % 5 === 0) {
            await db.deleteFrom('sites').where('id', '=', first.id).execute()
            await db
              .updateTable('sites')
              .set({ host: `moved${n}` })
              .where('id', '=', second.id)
              .execute()
            sites.shift()
          }
          const renamed = accounts[n % 2]?.id ?? ''
          await db.updateTable('accounts').set({ name_lower: name }).where('id', '=', renamed).execute()
          const all = await db
            .selectFrom('site_status')
            .select(['site_id', 'search', 'trouble'])
            .where('partner_id', '=', partner.id)
            .execute()
          for (const term of [...terms, name.slice(0, 200)].filter((one) => one !== '')) {
            for (const trouble of [undefined, 'maintenance', 'unchecked', 'healthy'] as const) {
              const sort_by = (['impact', 'host', 'lcp'] as const)[n % 3] ?? 'impact'
              const found = await fleet({ search_term: term, sort_by, per_page: 100, ...(trouble && { trouble }) })
              const expected = all
                .filter((one) => one.search.includes(term.toLowerCase()))
                .filter((one) => trouble === undefined || one.trouble === trouble)
                .map(({ site_id }) => site_id)
              const ids = found.sites.map(({ id }) => id)
              expect(found.total_entries, term).toBe(Math.min(expected.length, fleetLimits.found))
              expect(found.more_entries, term).toBe(expected.length > fleetLimits.found)
              if (trouble) expect(found.counts[trouble], term).toBe(expected.length)
              if (expected.length <= 100) expect(ids.toSorted(), term).toEqual(expected.toSorted())
              else expect(expected).toEqual(expect.arrayContaining(ids))
            }
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  test('lists the same sites in the same order as without it, and counts no more than 500', async () => {
    const service = await world()
    const { partner, makeAccount, fleet, db } = service
    const account = await makeAccount(partner, { name_lower: 'one', email_lower: 'one@one.example' })
    await addMany(
      service,
      account,
      Array.from({ length: 11_000 }, (_, i) => `${i < 10_300 ? 'www' : 'rare'}-${i}.example`),
    )
    await db
      .updateTable('site_status')
      .set({ lcp: sql<number>`length(host) * 100`, requests: sql<number>`length(host)` })
      .where('host', 'like', '%7%')
      .execute()
    const all: Record<string, string[]> = {}
    for (const sort_by of ['impact', 'lcp'] as const) {
      const hosts: string[] = []
      for (let page = 1; page <= 110; page += 1)
        hosts.push(...(await fleet({ sort_by, page, per_page: 100 })).sites.map(({ host }) => host))
      all[sort_by] = hosts
    }
    for (const [sort_by, hosts] of Object.entries(all))
      for (const term of ['example', 'rare', 'rare-10', '77', '-7', 'www-10', 'ww', '.e']) {
        const expected = hosts.filter((host) => host.includes(term))
        for (const page of [1, 3, 8]) {
          const found = await fleet({ sort_by, search_term: term, per_page: 100, page })
          const from = (page - 1) * 100
          expect(
            found.sites.map(({ host }) => host),
            `${sort_by} ${term}`,
          ).toEqual(expected.slice(from, from + 100))
          expect(found).toMatchObject({
            total_entries: Math.min(500, expected.length),
            more_entries: expected.length > 500,
          })
        }
      }
  }, 120_000)
})

import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { cacheLimits } from '../limits.ts'
import { lifetimes } from '../../service/database/index.ts'
import { type Labels, Purges } from '../cache/index.ts'
import { testEdge } from '../test/edge.ts'
import { PurgeFollower } from './follow-purges.ts'
import { addressOf } from '../exchange/cache-key.ts'
import { SitesTable } from './sites-table.ts'

const unlabelled: Labels = { tags: [], type: 'other' }

async function following() {
  const { database, sites } = await testEdge({ sites: [{ port: 1 }] })
  const siteId = sites[0]?.id ?? ''
  const purges = new Purges(cacheLimits)
  let now = 0
  const follower = new PurgeFollower({
    database,
    purges,
    sites: new SitesTable(() => {}),
    log: pino({ level: 'silent' }),
    now: () => now,
  })
  await follower.follow()
  return {
    database,
    follower,
    pass: (ms: number) => (now += ms),
    order: (items: string | null, id: string = uuid()) =>
      database.db
        .insertInto('cache_orders')
        .values({ id, site_id: siteId, profile_id: null, items, created_at: 0 })
        .execute(),
    /** Asks whether something stored at this moment still holds later. */
    stored: (path: string) => {
      const moment = purges.now()
      return (labels: Labels | 'on its way' = unlabelled) =>
        purges.isCurrent(moment, addressOf(siteId, path, 'http'), labels === 'on its way' ? undefined : labels)
    },
  }
}

const purge = (...conditions: string[]) => JSON.stringify(conditions.map((condition) => ({ condition })))

test.each(['not JSON', '{}', '[{"condition":7}]'])(
  'an order that can’t be read empties the cache: %s',
  async (items) => {
    const { follower, order, stored } = await following()
    const [page, image] = [stored('/'), stored('/a.png')]
    await order(items)
    await order(purge('/later'))
    const later = stored('/later')
    await follower.follow()
    expect([page(), image(), later()]).toEqual([false, false, false])
  },
)

test.each(['//a', '//[', '/[', '/%', '/\\'])(
  'a purge of %s is carried out, and so is what comes after it',
  async (path) => {
    const { follower, order, stored } = await following()
    const [odd, next, other] = [stored(path), stored('/next'), stored('/other')]
    await order(purge(path, '/next'))
    await follower.follow()
    expect([odd(), next(), other()]).toEqual([false, false, true])
  },
)

test('what failed in the middle is read again, to the end', async () => {
  const { database, follower, order, stored } = await following()
  // more than are read at a time
  for (let i = 0; i < 500; i++) await order(purge(`/${i}`))
  await order(purge('/last'))
  const [first, last] = [stored('/0'), stored('/last')]
  const { db } = database
  let reads = 0
  const failing = new Proxy(db, {
    get(target, property) {
      if (property === 'selectFrom' && ++reads === 2) throw new Error('cut off')
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  Object.assign(database, { db: failing })
  await expect(follower.follow()).rejects.toThrow('cut off')
  expect([first(), last()]).toEqual([false, true])
  await follower.follow()
  expect(last()).toBe(false)
  Object.assign(database, { db })
})

test('after an absence for which orders may be gone, everything is outdated', async () => {
  const { follower, stored, pass } = await following()
  const page = stored('/')
  pass(lifetimes.orders / 4)
  await follower.follow()
  expect(page()).toBe(true)
  pass(lifetimes.orders * 0.6)
  await follower.follow()
  expect(page()).toBe(false)
  // a clock that was set back says nothing about how long it was
  const again = stored('/')
  pass(-lifetimes.orders)
  await follower.follow()
  expect(again()).toBe(false)
})

const ordered = (...items: object[]) => JSON.stringify(items)
const css: Labels = { tags: [], type: 'css' }

test.each([
  ['PREFIX', '/shop/', ['/shop/', '/shop/a?b=1'], ['/shop', '/a/shop/']],
  ['PREFIX', '/shop?page=', ['/shop?page=2'], ['/shop', '/shop?sort=1&page=2']],
  ['CONTAIN', 'shop', ['/shop', '/a/workshop.html', '/?q=shop'], ['/', '/Shop']],
  ['REGEX', '/category/(.*)', ['/category/', '/de/category/a?b'], ['/category']],
  ['REGEX', '^/$', ['/'], ['/a']],
  // one address, however it's written
  ['PREFIX', '/größe/', ['/gr%C3%B6%C3%9Fe/x', '/gr%c3%b6%c3%9fe/'], ['/gr%25']],
  ['PREFIX', '/gr%c3%b6%c3%9fe/', ['/gr%C3%B6%C3%9Fe/x'], []],
  ['CONTAIN', '%7Eeva', ['/~eva/', '/%7eeva'], ['/eva']],
  ['CONTAIN', 'größe', ['/gr%C3%B6%C3%9Fe'], []],
  ['REGEX', 'gr(ö|oe)ße', ['/gr%C3%B6%C3%9Fe'], ['/grosse']],
  // of a long address only a digest is known
  ['PREFIX', '/other/', [`/${'x'.repeat(300)}`], []],
  // and what can't be tried counts as found
  ['REGEX', '(', ['/anything'], []],
] as const)('%s %s purges what it names', async (operator, text, gone, kept) => {
  const { follower, order, stored } = await following()
  const [before, others] = [gone.map(stored), kept.map(stored)]
  await order(ordered({ pattern: { operator, text, type: null } }))
  await follower.follow()
  expect(before.map((isCurrent) => isCurrent())).toEqual(gone.map(() => false))
  expect(others.map((isCurrent) => isCurrent())).toEqual(kept.map(() => true))
  expect(stored(gone[0])()).toBe(true)
})

test('a pattern with a type leaves the others, and counts for what is still on its way', async () => {
  const { follower, order, stored } = await following()
  const style = stored('/a')
  await order(ordered({ pattern: { operator: 'PREFIX', text: '/', type: 'css' } }))
  await follower.follow()
  expect([style(css), style(), style('on its way')]).toEqual([false, true, false])
})

test('a tag purges the answers that have it, in whatever case, and those whose tags aren’t known', async () => {
  const { follower, order, stored } = await following()
  const page = stored('/a')
  await order(ordered({ tag: 'Shoes-1' }))
  await follower.follow()
  expect(page({ tags: ['home', 'shoes-1'], type: 'other' })).toBe(false)
  expect(page({ tags: ['home', 'shoes-12'], type: 'other' })).toBe(true)
  expect(page({ tags: undefined, type: 'other' })).toBe(false)
})

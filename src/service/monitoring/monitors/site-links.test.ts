import { expect, test } from 'vitest'
import { flushCache } from '../../../contract/index.ts'
import type { Measurement } from '../../checks/index.ts'
import { populate } from '../../test/fixtures.ts'
import { testService } from '../../test/service.ts'
import { recordSiteLinks } from './site-links.ts'

const style = '</a.css>; rel=preload; as=style'
const script = '</a.js>; rel=preload; as=script'
const font = '</a.woff2>; rel=preload; as=font; crossorigin'

async function siteOf() {
  const service = await testService()
  const { account, ids } = await populate(service, await service.makePartner())
  const id = ids['site_id'] ?? ''
  const { db, ask } = service
  const { host } = await db.selectFrom('sites').select('host').where('id', '=', id).executeTakeFirstOrThrow()
  const home = `https://${host}/`
  const links = async () => {
    const rows = await db.selectFrom('site_links').select('links').where('site_id', '=', id).execute()
    return rows.map((row) => JSON.parse(row.links) as unknown)
  }
  const position = () =>
    db.selectFrom('site_changes').select('position').where('site_id', '=', id).executeTakeFirstOrThrow()
  return {
    home,
    links,
    position,
    flush: () => ask(flushCache, { path: { site_id: id } }, account.key),
    /** A sample that loaded this first. */
    sample: (loaded: readonly string[], page = home) =>
      db
        .transaction()
        .execute((trx) =>
          recordSiteLinks(trx, id, [{ loadedFirst: { page, links: loaded } } as unknown as Measurement]),
        ),
  }
}

test('what a site’s home page loads first is what its three latest samples agree on', async () => {
  const { sample, links } = await siteOf()
  await sample([style, script])
  // what one visit loads may be another one's only
  expect(await links()).toEqual([[]])
  await sample([font, style, script])
  expect(await links()).toEqual([[style, script]])
  await sample([style, font])
  expect(await links()).toEqual([[style]])
  await sample([style, font])
  await sample([style, font])
  expect(await links()).toEqual([[style, font]])
})

test('another page, as where the home page leads elsewhere, says nothing', async () => {
  const { sample, links, home } = await siteOf()
  for (let i = 0; i < 3; i++) await sample([style], `${home}shop`)
  expect(await links()).toEqual([])
})

test('the edge reads the site again when its links change, and only then', async () => {
  const { sample, position } = await siteOf()
  await sample([style])
  const first = await position()
  await sample([style])
  const second = await position()
  expect(second.position).toBeGreaterThan(first.position)
  await sample([style])
  expect(await position()).toEqual(second)
})

test('a flush of the cache forgets them', async () => {
  const { sample, links, flush } = await siteOf()
  await sample([style])
  await sample([style])
  expect(await links()).toEqual([[style]])
  await flush()
  expect(await links()).toEqual([[]])
  await sample([script])
  expect(await links()).toEqual([[]])
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { entryOf, labelsOf, lifetimeOf, Purges, Store } from '../src/edge/cache/index.ts'
import { patternOf } from '../src/edge/control/purge-pattern.ts'
import { addressOf } from '../src/edge/exchange/cache-key.ts'
import { cacheLimits } from '../src/edge/limits.ts'
import { matchStored } from '../src/edge/serve/match-stored.ts'
import { printTable, type Row } from './measure.ts'

const sites = 10_000
/** Addresses stored of each. */
const addresses = 100
const lookups = 200_000
/** A hit costs the edge 15 µs in all (`npm run bench -- edge`); what a purge adds to it may be a twentieth, in µs. */
const maxAddedUs = 0.75
/** No visitor may wait for longer because of a purge, ms. */
const maxWaitMs = 50

const store = new Store(Infinity, cacheLimits.variants)
const purges = new Purges(cacheLimits)
const siteOf = (n: number) => `site-${n}`
const targetOf = (n: number) => `/category-${n % 10}/product-${n}?variant=${n % 3}`

fill()
const before = timeLookups()
const ofPurges = timed(() => {
  for (let n = 0; n < sites; n++) {
    if (n % 2 === 0) purges.purgeTag(siteOf(n), 'category-1')
    else purges.purgePattern(siteOf(n), patternOf({ operator: 'PREFIX', text: '/category-1/', type: null }))
  }
})
const first = timeLookups()
const later = timeLookups()
const hostile = longestLookups()
const ofMatch = await longestTurn()

const added = ((later.ms - before.ms) / lookups) * 1000
const rows: Row[] = [
  { what: `purge by tag or prefix, each of ${sites} sites`, median: us(ofPurges / sites), limit: '', ok: true },
  { what: 'look-up of a stored response, before', median: us(before.ms / lookups), limit: '', ok: true },
  { what: 'the first after the purge', median: us(first.ms / lookups), limit: '', ok: true },
  { what: 'a later one', median: us(later.ms / lookups), limit: '', ok: true },
  {
    what: 'what that adds to a hit',
    median: `${added.toFixed(2)} µs`,
    limit: `${maxAddedUs} µs`,
    ok: added <= maxAddedUs,
  },
  waiting(`first look-up with ${cacheLimits.patternsOfSite} regular expressions, the longest`, hostile),
  waiting('visitors wait for a count of what a pattern names, the longest', ofMatch),
]
const title = `Purges with ${(sites * addresses).toLocaleString('en')} stored addresses of ${sites.toLocaleString('en')} sites`
process.exitCode = printTable(title, rows) ? 0 : 1

function fill(): void {
  const lines = ['Cache-Control', 'max-age=600', 'Content-Type', 'text/html']
  const body = Buffer.from('x')
  const at = Date.now()
  for (let n = 0; n < addresses; n++) {
    const fields = { 'cache-control': 'max-age=600', 'content-type': 'text/html', 'cache-tag': `category-${n % 10}` }
    const received = { status: 200, fields, requestTime: at, responseTime: at }
    const labels = labelsOf(fields, cacheLimits)
    const common = { received, isGoverned: false, lifetime: lifetimeOf(received), lines, selectedBy: [], onlyWith: [] }
    for (let site = 0; site < sites; site++) {
      const { key } = addressOf(siteOf(site), targetOf(n), 'http')
      store.put(key, entryOf({}, { ...common, body, moment: purges.now(), labels }))
    }
  }
}

/** Looks stored responses up as a visitor's request does. */
function timeLookups() {
  let gone = 0
  const ms = timed(() => {
    for (let i = 0; i < lookups; i++) if (!lookUp(i % sites, Math.floor(i / sites))) gone++
  })
  return { ms, gone }
}

function lookUp(site: number, n: number): boolean {
  const address = addressOf(siteOf(site), targetOf(n), 'http')
  const { entry } = store.find(address.key, {})
  if (!entry) return false
  if (!purges.isCurrent(entry.moment, address, entry.labels)) {
    store.remove(address.key, entry)
    return false
  }
  entry.moment = purges.now()
  return true
}

/** The longest look-up at a site that has as many patterns as are remembered, each as costly as one may be. */
function longestLookups(): number {
  for (let n = 0; n < cacheLimits.patternsOfSite; n++) {
    const text = `(a|b|c|d|e|f|g)*[^${String.fromCharCode(97 + (n % 26))}]{20}${n}$`
    purges.purgePattern(siteOf(1), patternOf({ operator: 'REGEX', text, type: null }))
  }
  return Math.max(...Array.from({ length: addresses }, (_, n) => timed(() => lookUp(1, n))))
}

/** The longest time between two turns of visitors while a node counts what a pattern names. */
async function longestTurn(): Promise<number> {
  const item = JSON.stringify({ pattern: { operator: 'REGEX', text: 'product-[0-9]+', type: null } })
  const turns: number[] = []
  const counting = { isOver: false }
  const counted = matchStored({ store, purges }, siteOf(2), item).finally(() => (counting.isOver = true))
  for (let at = performance.now(); !counting.isOver; at = performance.now()) {
    await nextTurn()
    turns.push(performance.now() - at)
  }
  // too many for one answer is a result, too
  await counted.catch(() => undefined)
  return Math.max(...turns)
}

function timed(run: () => unknown): number {
  const begun = performance.now()
  run()
  return performance.now() - begun
}

function waiting(what: string, longest: number): Row {
  return { what, median: `${longest.toFixed(1)} ms`, limit: `${maxWaitMs} ms`, ok: longest <= maxWaitMs }
}

function us(ms: number): string {
  return `${(ms * 1000).toFixed(2)} µs`
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { FilterBudget } from '../../contract/filter-budget.ts'
import type { NodeMatch } from '../../contract/cache-match.ts'
import { type OrderItem, orderItem, type PurgePattern } from '../../service/database/index.ts'
import type { Address, Labels } from '../cache/index.ts'
import { patternOf, spellings } from '../control/purge-pattern.ts'
import { addressAt, addressesOf, addressOf, plainKeyOf, targetIn } from '../exchange/cache-key.ts'
import type { EdgeContext } from './edge-context.ts'
import { lookLimits } from './limits.ts'

/** How long to look before visitors have their turn, ms. */
const turnMs = 5

/**
 * Counts a site's stored addresses, and those that a purge would remove. The text is an order's item as JSON.
 * @throws if that takes longer than it may
 */
export async function matchStored(
  { store, purges }: Pick<EdgeContext, 'store' | 'purges'>,
  siteId: string,
  text: string,
): Promise<NodeMatch> {
  const names = namesOf(siteId, orderItem(text))
  const examples: string[] = []
  let [held, matched, spent, begun] = [0, 0, 0, performance.now()]
  for (const [key, entries] of store.all()) {
    const taken = performance.now() - begun
    if (taken > turnMs) {
      spent += taken
      if (spent > lookLimits.match) throw new Error('the stored addresses are too many to compare')
      await nextTurn()
      begun = performance.now()
    }
    if (!key.startsWith(`${siteId} `)) continue
    // what both schemes have stored is one address
    const plainKey = plainKeyOf(siteId, key)
    if (key !== plainKey && store.has(plainKey)) continue
    const address = addressAt(siteId, key)
    const current = entries.filter(({ moment, labels }) => purges.isCurrent(moment, address, labels))
    if (current.length === 0) continue
    held++
    if (!current.some(({ labels }) => names(address, labels))) continue
    matched++
    const target = targetIn(address)
    if (target !== undefined && examples.length < lookLimits.examples) examples.push(target)
  }
  return { held, matched, examples }
}

function namesPattern(pattern: PurgePattern): (address: Address, labels: Labels) => boolean {
  const { names } = patternOf(pattern)
  return (address, labels) => {
    try {
      return names(address, labels, new FilterBudget().spend)
    } catch {
      return true
    }
  }
}

function namesOf(siteId: string, item: OrderItem): (address: Address, labels: Labels) => boolean {
  if ('tag' in item) return (_, { tags }) => tags?.includes(item.tag.toLowerCase()) ?? true
  if ('pattern' in item) return namesPattern(item.pattern)
  const targets = spellings(item.condition)
  const keys = new Set(targets.flatMap((target) => addressesOf(siteId, target).map(({ key }) => key)))
  const paths = new Set(
    targets.filter((target) => !target.includes('?')).map((target) => addressOf(siteId, target, 'http').path),
  )
  return ({ key, path }) => keys.has(key) || paths.has(path)
}

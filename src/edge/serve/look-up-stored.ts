import { FilterBudget } from '../../contract/filter-budget.ts'
import type { NodeLookup, StoredState, StoredVariant } from '../../contract/cache-lookup.ts'
import { isSecretHeader } from '../../contract/secret-headers.ts'
import { lookLimits } from './limits.ts'
import { ageOf, type Entry, selectedValues, usabilityOf } from '../cache/index.ts'
import { addressesOf, equivalentTarget, type Scheme } from '../exchange/cache-key.ts'
import { storedTarget } from '../optimize/ignored-parameters.ts'
import { acts } from '../exchange/exchange.ts'
import type { EdgeContext } from './edge-context.ts'
import { contentOf } from './stored-content.ts'

/** Looks up what is stored for an address and a visitor without cookies. Purged responses count as not held. */
export async function lookUpStored(
  { sites, store, purges, notStored }: Pick<EdgeContext, 'sites' | 'store' | 'purges' | 'notStored'>,
  siteId: string,
  target: string,
  now: number,
): Promise<NodeLookup> {
  const site = sites.get(siteId)
  if (!site) return { held: false, stored_as: null, variants: [], not_kept: reasonOf('unknown site') }
  const asked = { site, scheme: 'http', target, fields: {}, budget: new FilterBudget() } as const
  const storedAs = equivalentTarget(storedTarget(asked, target))
  const addresses = addressesOf(siteId, storedAs)
  const entries = addresses.flatMap((address) =>
    store
      .entries(address.key)
      .filter(({ moment, labels }) => purges.isCurrent(moment, address, labels))
      .map((entry) => ({ entry, scheme: address.scheme })),
  )
  // the latest reason by either scheme
  const [known] = addresses.flatMap(({ key }) => notStored.get(key) ?? []).toSorted((a, b) => b.at - a.at)
  const notKept = !acts(asked, 'cache')
    ? reasonOf('settings')
    : known && { reason: known.reason, status: known.status, at: new Date(known.at).toISOString() }
  // one after the other, so that they take the memory of one
  const variants: StoredVariant[] = []
  for (const { entry, scheme } of entries)
    variants.push({ ...variantOf(entry, scheme, now), content: await contentOf(entry) })
  return { held: variants.length > 0, stored_as: storedAs, variants, not_kept: notKept ?? null }
}

const reasonOf = (reason: string) => ({ reason, status: null, at: null })

const states = { fresh: 'fresh', renew: 'stale', validate: 'revalidate' } as const satisfies Record<string, StoredState>

function variantOf(entry: Entry, scheme: Scheme, now: number): StoredVariant {
  const { lifetime, responseTime, fields, body, encodings } = entry
  const age = ageOf(lifetime, responseTime, now)
  return {
    status: entry.status,
    scheme,
    state: states[usabilityOf(lifetime, responseTime, now)],
    age: Math.floor(age / 1000),
    time_left: Math.floor((lifetime.fresh - age) / 1000),
    size: body.length,
    stored_at: new Date(responseTime).toISOString(),
    content_type: fields['content-type'] ?? null,
    content_codings: [fields['content-encoding'] ?? 'identity', ...encodings.keys()],
    vary: selectedValues(entry).map(({ name, value }) => ({
      name,
      value: value === null || isSecretHeader(name) ? null : value.slice(0, lookLimits.value),
    })),
    anonymous_only: entry.isGoverned,
  }
}

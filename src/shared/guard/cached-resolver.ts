import { dnsLimits } from './limits.ts'
import { LruMap } from '../lru-map.ts'
import { type Found, merged, type Resolver } from './resolver.ts'

interface Entry {
  readonly found: Promise<Found>
  /** On the clock of `now`, in ms. */
  until: number
}

/**
 * Keeps the answers of a resolver for as long as DNS says, within limits. Who asks for the same host meanwhile shares one
 * look-up; one that failed isn't kept.
 */
export function cachedResolver(resolver: Resolver, now: () => number = () => performance.now()): Resolver {
  const { kept, keptLeast, keptMost } = dnsLimits
  const entries = new LruMap<string, Entry>(kept)

  const keep = (name: string, found: Promise<Found>) => {
    const entry: Entry = { found, until: Infinity }
    entries.set(name, entry)
    const isCurrent = () => entries.get(name) === entry
    found.then(
      async ({ later, ...known }) => {
        entry.until = known.ttl === undefined ? 0 : now() + Math.min(Math.max(known.ttl, keptLeast), keptMost)
        const more = await later
        if (more && isCurrent()) void keep(name, Promise.resolve(merged(known, more)))
      },
      () => {
        if (isCurrent()) entries.delete(name)
      },
    )
    return found
  }

  return {
    lookup(host) {
      const name = host.toLowerCase()
      const entry = entries.get(name)
      return entry && now() < entry.until ? entry.found : keep(name, resolver.lookup(host))
    },
    forget: (host) => entries.delete(host.toLowerCase()),
  }
}

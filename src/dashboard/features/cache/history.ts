import { eventDetails } from '../../../contract/index.ts'
import type { Event } from '../changes/reads.ts'
import { whoDid } from '../changes/words.ts'
import type { Entry } from './purge-history.ts'
import { type Line, lineOf } from './purge-rows.ts'

/** A flush or purge, which can be repeated. */
export interface PastPurge {
  /** UNIX ms. */
  readonly at: number
  readonly kind: 'purge' | 'flush'
  /** What is known of a purge, so that it can be repeated. */
  readonly lines: readonly Line[]
  /** Patterns that are known in words only, from an older log. */
  readonly patterns: readonly string[]
  /** The number of everything that it purged. */
  readonly count: number
  /** The profile's name; undefined for all profiles, and where the log doesn't tell. */
  readonly profile?: string | undefined
  readonly who?: string | undefined
}

/** Requests of one purge follow each other this closely, ms. */
const togetherMs = 10_000

/** The flushes and purges of a log, newest first. Purges that follow each other closely are one, sent in several requests. */
export function purgesIn(events: readonly Event[]): readonly PastPurge[] {
  const found: PastPurge[] = []
  for (const event of events) {
    const purge = purgeOf(event)
    if (!purge) continue
    const last = found.at(-1)
    const isSame = last?.kind === 'purge' && purge.kind === 'purge' && last.who === purge.who
    if (last && isSame && last.at - purge.at <= togetherMs)
      found[found.length - 1] = {
        ...last,
        lines: [...purge.lines, ...last.lines],
        patterns: [...purge.patterns, ...last.patterns],
        count: purge.count + last.count,
      }
    else found.push(purge)
  }
  return found
}

function purgeOf(event: Event): PastPurge | undefined {
  const { kind, detail } = event
  const at = Date.parse(event.at ?? '')
  if (Number.isNaN(at)) return undefined
  const who = whoDid(event)
  if (kind === 'cache.flushed') return { at, kind: 'flush', lines: [], patterns: [], count: 0, who }
  const purge = kind === 'cache.purged' ? eventDetails[kind].safeParse(detail) : undefined
  if (!purge?.success) return undefined
  const { paths, patterns = [], items, count } = purge.data
  const lines = [...paths.map((path) => ({ domain: '', path })), ...(items ?? []).map(lineOf)]
  return { at, kind: 'purge', lines, patterns: items ? [] : patterns, count, who }
}

/** What this browser remembers. */
export function purgeOfEntry({ at, kind, lines, accepted, profile }: Entry): PastPurge {
  return { at, kind, lines, patterns: [], count: Math.max(accepted, lines.length), profile }
}

import * as z from 'zod/mini'
import { deviceStorage } from '../../lib/storage.ts'
import { kinds, types } from './purge-kinds.ts'

const lineSchema = z.object({
  domain: z.string(),
  path: z.string(),
  kind: z.optional(z.enum(kinds)),
  type: z.optional(z.enum(types)),
})

const entrySchema = z.object({
  /** UNIX ms. */
  at: z.number(),
  kind: z.enum(['purge', 'flush']),
  /** The lines that were sent, for a purge. */
  lines: z.array(lineSchema),
  accepted: z.number(),
  /** The profile's name; undefined for all profiles. */
  profile: z.optional(z.string()),
})
export type Entry = z.output<typeof entrySchema>

/** The site that a history belongs to. Contains no key. */
export interface Place {
  readonly baseUrl: string
  readonly user: string
  readonly site: string
}

const maxEntries = 20
const maxLines = 500

function nameOf({ baseUrl, user, site }: Place): string {
  return `site-performance.purges ${baseUrl} ${user} ${site}`
}

/** This browser's flushes and purges of a site, newest first. */
export function readHistory(place: Place): readonly Entry[] {
  const kept = z.safeParse(z.array(entrySchema), deviceStorage.getJson(nameOf(place)))
  return kept.success ? kept.data : []
}

/** Returns the history with the entry added. If the browser keeps nothing, it lasts as long as the page. */
export function addToHistory(place: Place, history: readonly Entry[], entry: Entry): readonly Entry[] {
  const next = [{ ...entry, lines: entry.lines.slice(0, maxLines) }, ...history].slice(0, maxEntries)
  deviceStorage.set(nameOf(place), JSON.stringify(next))
  return next
}

export function clearHistory(place: Place): void {
  deviceStorage.remove(nameOf(place))
}

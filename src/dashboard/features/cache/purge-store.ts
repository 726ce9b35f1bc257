import * as z from 'zod/mini'
import { createStore } from '../../lib/create-store.ts'
import { forgetDraft, keepDraft, keptDraft } from '../../kit/forms/drafts.ts'
import { type Group, kinds, types } from './purge-kinds.ts'
import { isBlank, problemFields, unsent, type Line, type Row } from './purge-rows.ts'

export interface Run {
  /** The current call, from 1. */
  readonly call: number
  readonly calls: number
  /** The number of rows that this run sends. */
  readonly rows: number
  readonly stopping: boolean
}

export interface Purge {
  readonly rows: readonly Row[]
  readonly run: Run | null
  /** How the last run ended. */
  readonly ended: { readonly calls: number; readonly of: number } | null
  /** The profile's ID; empty for all profiles. */
  readonly profile: string
  /** When the service took the latest purge or flush, UNIX ms; null before. */
  readonly purgedAt: number | null
  /** Whether the rows were restored after a reload or a new sign-in. */
  readonly restored: boolean
}

const draftSchema = z.object({
  lines: z.array(
    z.object({
      domain: z.string(),
      path: z.string(),
      kind: z.optional(z.enum(kinds)),
      type: z.optional(z.enum(types)),
      unread: z.optional(z.object({ field: z.enum(problemFields), words: z.string() })),
    }),
  ),
  profile: z.string(),
})

let made = 0

export function newRow(line: Line = { domain: '', path: '' }): Row {
  return { ...line, id: ++made, result: unsent }
}

const purges = createStore<ReadonlyMap<string, Purge>>(new Map())
const initial = new Map<string, Purge>()

const draftAt = (place: string) => `purge.${place}`

/** The state when a site's cache page is first opened, including rows typed before a reload. */
function initialAt(place: string): Purge {
  const known = initial.get(place)
  if (known) return known
  const draft = keptDraft(draftAt(place), draftSchema)
  const fresh: Purge = {
    rows: draft ? draft.lines.map((line) => newRow(line)) : [newRow()],
    run: null,
    ended: null,
    profile: draft?.profile ?? '',
    purgedAt: null,
    restored: draft !== null,
  }
  initial.set(place, fresh)
  return fresh
}

/** A site's rows and run. They survive leaving the page; the rows also survive a new sign-in. */
export function usePurge(place: string): Purge {
  return purges.useValue().get(place) ?? initialAt(place)
}

export function changePurge(place: string, change: (purge: Purge) => Partial<Purge>): Purge {
  const purge = purges.get().get(place) ?? initialAt(place)
  const next = { ...purge, ...change(purge) }
  purges.set(new Map(purges.get()).set(place, next))
  if (next.rows !== purge.rows || next.profile !== purge.profile) keepTyped(place, next)
  return next
}

/** Accepted rows are not stored. */
function keepTyped(place: string, { rows, profile }: Purge): void {
  const typed = rows.filter((row) => !isBlank(row) && row.result.kind !== 'accepted')
  const lines = typed.map(({ domain, path, kind, type, unread }) => ({ domain, path, kind, type, unread }))
  if (lines.length > 0) keepDraft(draftAt(place), { lines, profile })
  else forgetDraft(draftAt(place))
}

/** Changes a row while the user types, which clears its result and the changed field's problem. */
export function typeRow(place: string, id: number, typed: Partial<Line>): void {
  changePurge(place, ({ rows }) => ({
    rows: rows.map((row) => {
      if (row.id !== id) return row
      const fixed = row.unread && row.unread.field in typed
      return { ...row, ...typed, unread: fixed ? undefined : row.unread, result: unsent }
    }),
  }))
}

/** Adds lines in place of blank rows. */
export function addLines(place: string, lines: readonly Line[]): void {
  changePurge(place, ({ rows }) => ({
    rows: [...rows.filter((row) => !isBlank(row)), ...lines.map((line) => newRow(line))],
  }))
}

/** Has a row of what is chosen: a blank one is of whatever kind is chosen. */
export function offerRow(place: string, { kinds: wanted }: Group): void {
  changePurge(place, ({ rows }) => {
    const found = rows.some((row) => isBlank(row) || wanted.includes(row.kind ?? 'address'))
    return found ? {} : { rows: [...rows, newRow()] }
  })
}

/** Keeps some rows. At least one blank row is always left. */
export function keepRows(place: string, keep: (row: Row) => boolean): void {
  changePurge(place, ({ rows }) => {
    const kept = rows.filter(keep)
    return kept.length ? { rows: kept, ended: null } : { rows: [newRow()], ended: null, restored: false }
  })
}

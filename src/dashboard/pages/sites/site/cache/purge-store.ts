import { useSyncExternalStore } from 'react'
import { unsent, type Line, type Row } from './purge-rows.ts'

export interface Run {
  /** The call that is under way, from 1. */
  readonly call: number
  readonly calls: number
  /** Of rows that this run sends. */
  readonly rows: number
  readonly stopping: boolean
}

export interface Purge {
  readonly rows: readonly Row[]
  readonly run: Run | null
  /** How the last run ended. */
  readonly ended: { readonly calls: number; readonly of: number } | null
}

let made = 0

export function newRow(line: Line = { domain: '', path: '' }): Row {
  return { ...line, id: ++made, result: unsent }
}

const purges = new Map<string, Purge>()
const listeners = new Set<() => void>()

function purgeAt(place: string): Purge {
  const known = purges.get(place)
  if (known) return known
  const fresh: Purge = { rows: [newRow()], run: null, ended: null }
  purges.set(place, fresh)
  return fresh
}

/** What is typed and under way at a site: it outlives a look at another page, and a sign-in. */
export function usePurge(place: string): Purge {
  return useSyncExternalStore(subscribe, () => purgeAt(place))
}

export function changePurge(place: string, change: (purge: Purge) => Partial<Purge>): Purge {
  const purge = purgeAt(place)
  const next = { ...purge, ...change(purge) }
  purges.set(place, next)
  for (const listener of listeners) listener()
  return next
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes a row as it is typed: what became of it before no longer holds. */
export function typeRow(place: string, id: number, typed: Partial<Line>): void {
  changePurge(place, ({ rows }) => ({
    rows: rows.map((row) => (row.id === id ? { ...row, ...typed, result: unsent } : row)),
  }))
}

/** In place of rows that nothing was typed in. */
export function addLines(place: string, lines: readonly Line[]): void {
  changePurge(place, ({ rows }) => ({
    rows: [...rows.filter(({ domain, path }) => domain.trim() || path.trim()), ...lines.map(newRow)],
  }))
}

/** There is always a row to type in. */
export function keepRows(place: string, keep: (row: Row) => boolean): void {
  changePurge(place, ({ rows }) => {
    const kept = rows.filter(keep)
    return { rows: kept.length ? kept : [newRow()], ended: null }
  })
}

import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { Scope } from '../../../api/scope.ts'

/** Samples laid aside to be compared, while the tab is open. */
const storageKey = 'site-performance.compare'
export const maxCompared = 4

const traySchema = z.object({ owner: z.string(), ids: z.array(z.string()) })

interface Tray {
  /** Whose samples they are: those of another account begin anew. */
  readonly owner: string
  readonly ids: readonly string[]
}

let tray: Tray = restore()
const none: readonly string[] = []
const listeners = new Set<() => void>()

export const compareTray = {
  /** False where it is full. */
  add(scope: Scope, id: string): boolean {
    const ids = idsOf(scope)
    if (ids.includes(id)) return true
    if (ids.length >= maxCompared) return false
    set(scope, [...ids, id])
    return true
  },
  remove(scope: Scope, id: string): void {
    set(
      scope,
      idsOf(scope).filter((one) => one !== id),
    )
  },
}

export function useCompared(scope: Scope): readonly string[] {
  return useSyncExternalStore(subscribe, () => idsOf(scope))
}

function idsOf(scope: Scope): readonly string[] {
  return tray.owner === ownerOf(scope) ? tray.ids : none
}

function ownerOf(scope: Scope): string {
  return scope.kind === 'account' ? scope.account : scope.user
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(scope: Scope, ids: readonly string[]): void {
  tray = { owner: ownerOf(scope), ids }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(tray))
  } catch {
    // without storage they are kept until the page is left
  }
  for (const listener of listeners) listener()
}

function restore(): Tray {
  try {
    const kept = z.safeParse(traySchema, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    if (kept.success) return { ...kept.data, ids: kept.data.ids.slice(0, maxCompared) }
  } catch {
    // nothing is kept
  }
  return { owner: '', ids: [] }
}

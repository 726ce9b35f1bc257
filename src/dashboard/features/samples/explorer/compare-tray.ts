import * as z from 'zod/mini'
import type { Scope } from '../../../api/scope.ts'
import { createStore } from '../../../lib/create-store.ts'
import { tabStorage } from '../../../lib/storage.ts'

const storageKey = 'site-performance.compare'
export const maxCompared = 4

const traySchema = z.object({ owner: z.string(), ids: z.array(z.string()) })

interface Tray {
  /** The account that the samples belong to. Another account starts with an empty tray. */
  readonly owner: string
  readonly ids: readonly string[]
}

const tray = createStore<Tray>(restore())
const noIds: readonly string[] = []

/** The samples picked for comparison. They are kept until the tab is closed. */
export const compareTray = {
  /** False if the tray is full. */
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
      idsOf(scope).filter((other) => other !== id),
    )
  },
  clear(scope: Scope): void {
    set(scope, noIds)
  },
}

export function useCompared(scope: Scope): readonly string[] {
  return idsIn(tray.useValue(), scope)
}

function idsOf(scope: Scope): readonly string[] {
  return idsIn(tray.get(), scope)
}

function idsIn({ owner, ids }: Tray, scope: Scope): readonly string[] {
  return owner === ownerOf(scope) ? ids : noIds
}

function ownerOf(scope: Scope): string {
  return scope.kind === 'account' ? scope.account : scope.user
}

function set(scope: Scope, ids: readonly string[]): void {
  const next = { owner: ownerOf(scope), ids }
  tabStorage.set(storageKey, JSON.stringify(next))
  tray.set(next)
}

function restore(): Tray {
  const stored = z.safeParse(traySchema, tabStorage.getJson(storageKey))
  return stored.success ? { ...stored.data, ids: stored.data.ids.slice(0, maxCompared) } : { owner: '', ids: [] }
}

import * as z from 'zod/mini'
import { tabStorage } from '../../lib/storage.ts'

const prefix = 'site-performance.draft.'

/** Keeps what is typed in this tab, across a reload and a new sign-in. Never pass it keys or passwords. */
export function keepDraft(name: string, draft: unknown): void {
  tabStorage.set(prefix + name, JSON.stringify(draft))
}

/** The draft kept under a name; null if there is none, or none of this shape. */
export function keptDraft<Schema extends z.ZodMiniType>(name: string, schema: Schema): z.output<Schema> | null {
  const kept = z.safeParse<Schema>(schema, tabStorage.getJson(prefix + name))
  return kept.success ? kept.data : null
}

export function forgetDraft(name: string): void {
  tabStorage.remove(prefix + name)
}

import * as z from 'zod/mini'
import { draftSchema, type Draft } from './draft.ts'

const prefix = 'site-performance.draft.'
const keptSchema = z.object({ draft: draftSchema, hadPassword: z.boolean() })

/** Keeps a half-filled form over a reload, in this tab only. Its password is never written down. */
export function keepDraft(name: string, draft: Draft): void {
  try {
    const kept = { draft: { ...draft, password: '' }, hadPassword: draft.password !== '' }
    sessionStorage.setItem(prefix + name, JSON.stringify(kept))
  } catch {
    // without storage a reload starts anew
  }
}

export function keptDraft(name: string): { readonly draft: Draft; readonly hadPassword: boolean } | null {
  try {
    const kept = z.safeParse(keptSchema, JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null'))
    return kept.success ? kept.data : null
  } catch {
    return null
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name)
  } catch {
    // nothing was kept
  }
}

/** Before somebody else signs in. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}

import * as z from 'zod/mini'

const prefix = 'site-performance.draft.'

/** Keeps what is half typed, in this tab only: over a reload, and over a sign-in anew. Never give it keys or passwords. */
export function keepDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft))
  } catch {
    // without storage a reload starts anew
  }
}

/** What was kept under a name; null where there is nothing of that form. */
export function keptDraft<Schema extends z.ZodMiniType>(name: string, schema: Schema): z.output<Schema> | null {
  try {
    const kept = z.safeParse<Schema>(schema, JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null'))
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

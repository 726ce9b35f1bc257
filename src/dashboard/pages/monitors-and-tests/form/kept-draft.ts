import * as z from 'zod/mini'
import * as drafts from '../../../stores/drafts.ts'
import { draftSchema, type Draft } from './draft.ts'

const keptSchema = z.object({ draft: draftSchema, hadPassword: z.boolean() })

/** Keeps an unfinished form across reloads, in this tab only. The password is never stored. */
export function keepDraft(name: string, draft: Draft): void {
  drafts.keepDraft(name, { draft: { ...draft, password: '' }, hadPassword: draft.password !== '' })
}

export function keptDraft(name: string): z.output<typeof keptSchema> | null {
  return drafts.keptDraft(name, keptSchema)
}

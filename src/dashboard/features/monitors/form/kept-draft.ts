import * as z from 'zod/mini'
import * as drafts from '../../../kit/forms/drafts.ts'
import { isSecretHeader } from '../../../../contract/index.ts'
import { draftSchema, type Draft } from './draft.ts'

const keptSchema = z.object({ draft: draftSchema, hadPassword: z.boolean() })

/** Keeps an unfinished form across reloads, in this tab only. Secrets are never stored. */
export function keepDraft(name: string, draft: Draft): void {
  const headers = draft.headers.map(({ name: header, value }) => ({
    name: header,
    value: isSecretHeader(header) && value !== '' ? null : value,
  }))
  drafts.keepDraft(name, { draft: { ...draft, headers, password: '' }, hadPassword: draft.password !== '' })
}

/** Whether a draft has something that isn't kept. */
export function hasSecret({ headers, password }: Draft): boolean {
  return password !== '' || headers.some(({ name, value }) => isSecretHeader(name) && value !== '' && value !== null)
}

export function keptDraft(name: string): z.output<typeof keptSchema> | null {
  return drafts.keptDraft(name, keptSchema)
}

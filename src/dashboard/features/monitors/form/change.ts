import * as z from 'zod/mini'
import { monitorChange, problemsOf, type Monitor, type MonitorChangeInput } from '../../../../contract/index.ts'
import { asFieldError } from '../../../../client/errors.ts'
import { addressesOf, bodyOf } from './body.ts'
import type { Draft } from './draft.ts'

/** The body that changes a monitor. Its status stays, and so do the secrets that aren't entered again. */
export function changeOf(draft: Draft, { template_type }: Pick<Monitor, 'template_type'>): MonitorChangeInput {
  const [address = ''] = addressesOf(draft)
  const { status: _status, suspended_message: _message, ...body } = bodyOf(draft, 'monitor', address)
  const headers = draft.headers.filter(({ name, value }) => name.trim() || value?.trim())
  return {
    ...body,
    name: draft.name,
    ...(template_type ? { template_type } : {}),
    constants: {
      ...body.constants,
      ...(headers.length > 0 ? { http_headers: headers.map(({ name, value }) => ({ name: name.trim(), value })) } : {}),
      ...(draft.auth ? { password: draft.password || null } : {}),
    },
  }
}

/** What the contract finds wrong with a change, by path in the body. */
export function problemsInChange(draft: Draft, record: Pick<Monitor, 'template_type'>): Record<string, string> {
  const result = z.safeParse(monitorChange, changeOf(draft, record))
  const found = result.success ? {} : problemsOf(result.error)
  const problems = Object.fromEntries(Object.entries(found).map(([path, message]) => [path, asFieldError(message)]))
  return draft.addresses.trim() === '' ? { ...problems, 'constants.url': 'Enter an address.' } : problems
}

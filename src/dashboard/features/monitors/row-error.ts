import { ApiError } from '../../../client/errors.ts'
import { adviceFor, reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { asSentence } from '../../../client/errors.ts'

/** Why one of several requests failed, for its row: the service's message, its field errors, and what to do next. */
export function rowError(error: unknown): string {
  if (!(error instanceof ApiError)) return `${reasonOf(error)} ${adviceFor(error)}`
  const { kind, fields, requestId, sentence } = error
  const fieldErrors = Object.entries(fields).map(([path, message]) => `${path}: ${asSentence(message)}`)
  const next = kind === 'failed' && requestId ? `Request ID: ${requestId}.` : adviceFor(error)
  return [sentence, ...fieldErrors, next].filter(Boolean).join(' ')
}

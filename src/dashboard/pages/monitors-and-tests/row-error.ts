import { ApiError } from '../../api/errors.ts'
import { adviceFor, reasonOf } from '../../components/ErrorState.tsx'
import { asSentence } from '../../components/form.ts'

/** Why one of many failed, for its row: what the service said, of single fields too, and what to do or to quote. */
export function whyInARow(error: unknown): string {
  if (!(error instanceof ApiError)) return `${reasonOf(error)} ${adviceFor(error)}`
  const { kind, fields, requestId, sentence } = error
  const told = Object.entries(fields).map(([path, message]) => `${path}: ${asSentence(message)}`)
  const next = kind === 'failed' && requestId ? `Request id ${requestId}.` : adviceFor(error)
  return [sentence, ...told, next].filter(Boolean).join(' ')
}

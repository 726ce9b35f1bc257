import { listUserSites, readPartner } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import type { Credentials } from '../../api/credentials.ts'
import { ApiError } from '../../api/errors.ts'

/** Asks the service for something that only these credentials open. Throws `ApiError`. */
export async function verify(credentials: Credentials): Promise<void> {
  if (credentials.role === 'partner')
    await call(readPartner, { path: { partner_id: credentials.id } }, { as: credentials })
  else await call(listUserSites, { query: { user_id: credentials.id } }, { as: credentials })
}

/** Why these credentials did not work, and what to do. */
export function whyNot(error: unknown, { role, baseUrl }: Pick<Credentials, 'role' | 'baseUrl'>): string {
  if (!(error instanceof ApiError)) return 'The dashboard could not sign in. Reload the page and try again.'
  switch (error.kind) {
    case 'refused-key':
      return 'The service refused the key. It may be mistyped or have been replaced: sign in with the one that holds now.'
    case 'denied':
      return role === 'partner'
        ? 'Access is not granted. The key may not be the one of this partner id, or the operator has not granted partner access, or has withdrawn it: check both, then ask the operator.'
        : 'Access is not granted. The key is not the one of this user id: check both.'
    case 'unreachable':
      return `The service cannot be reached at ${baseUrl}. Check your connection, and the base URL under Advanced.`
    case 'malformed':
    case 'not-found':
      return `What answers at ${baseUrl} is not this API. Check the base URL under Advanced.`
    case 'too-many':
      return `The service asks to wait before the next try.${error.retryAfter ? ` Try again in ${error.retryAfter} seconds.` : ''}`
    default:
      return `${error.sentence} Try again in a moment.${error.requestId ? ` The request id is ${error.requestId}.` : ''}`
  }
}

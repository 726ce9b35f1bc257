import { listUserSites, readPartner } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import type { Credentials } from '../../api/credentials.ts'
import { ApiError } from '../../api/errors.ts'
import { waitInWords } from '../../kit/format/format.ts'

/** Checks credentials with a read that needs them. Throws `ApiError`. */
export async function verify(credentials: Credentials): Promise<void> {
  if (credentials.role === 'partner')
    await call(readPartner, { path: { partner_id: credentials.id } }, { as: credentials })
  else await call(listUserSites, { query: { user_id: credentials.id } }, { as: credentials })
}

/** Why a sign-in failed, and what to do about it. `hasChoice`: the form has a base URL to change. */
export function failureSentence(
  error: unknown,
  { role, baseUrl }: Pick<Credentials, 'role' | 'baseUrl'>,
  hasChoice: boolean,
): string {
  if (!(error instanceof ApiError)) return 'Couldn’t sign in. Reload the page and try again.'
  switch (error.kind) {
    case 'refused-key':
      return `That key isn’t valid. Check for typos, or use the new key if it was replaced.${role === 'user' ? ' The password from your welcome email isn’t the key. Ask your hosting provider for the key.' : ''}`
    case 'denied':
      return role === 'partner'
        ? 'Access denied. Check the partner ID and the key, and that you’re a partner. If everything is correct, ask the operator of the service for access.'
        : 'Access denied. The key doesn’t belong to this account ID. Check both, and that you’re an account holder.'
    case 'unreachable':
      return `Can’t reach the service at ${baseUrl}. Check your connection${hasChoice ? ' and the base URL under Advanced' : ''}.`
    case 'malformed':
    case 'not-found':
      return `The server at ${baseUrl} doesn’t provide this API. ${hasChoice ? 'Check the base URL under Advanced.' : 'Tell the operator of the service.'}`
    case 'too-many':
      return `Too many attempts. Try again in ${error.retryAfter ? waitInWords(error.retryAfter) : 'a minute'}.`
    default:
      return `${error.sentence} Try again in a moment.${error.requestId ? ` Request ID: ${error.requestId}.` : ''}`
  }
}

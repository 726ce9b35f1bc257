import { listUserSites, readPartner } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import type { KeyCredentials, Role } from '../../api/credentials.ts'
import { ApiError } from '../../../client/errors.ts'
import { waitInWords } from '../../kit/format/format.ts'

/**
 * Finds out whose the ID and the key are, with reads that need them. `first` is the role to try first.
 * @throws {ApiError} of the role that comes closest
 */
export async function findRole(typed: Omit<KeyCredentials, 'role'>, first: Role): Promise<KeyCredentials> {
  try {
    return await verified({ ...typed, role: first })
  } catch (error) {
    if (!isMismatch(error)) throw error
    try {
      return await verified({ ...typed, role: first === 'partner' ? 'user' : 'partner' })
    } catch (other) {
      // what isn't there for one role may be refused to the other
      throw isMismatch(other) && error.kind !== 'not-found' ? error : other
    }
  }
}

async function verified(credentials: KeyCredentials): Promise<KeyCredentials> {
  const { role, id } = credentials
  if (role === 'partner') await call(readPartner, { path: { partner_id: id } }, { as: credentials })
  else await call(listUserSites, { query: { user_id: id } }, { as: credentials })
  return credentials
}

/** Whether the credentials may be those of the other role. */
function isMismatch(error: unknown): error is ApiError {
  return error instanceof ApiError && ['refused-key', 'denied', 'not-found'].includes(error.kind)
}

const keyMismatch =
  'That ID and key don’t match. Check both for typos, and use the new key if it was replaced. The password from a welcome email isn’t a key.'

/**
 * Why a sign-in failed, and what to do about it. `hasChoice`: the form has a base URL to change; `mismatch` is what to say if what
 * was entered doesn't belong together.
 */
export function failureSentence(
  error: unknown,
  baseUrl: string,
  hasChoice: boolean,
  mismatch: string = keyMismatch,
): string {
  if (!(error instanceof ApiError)) return 'Couldn’t sign in. Reload the page and try again.'
  switch (error.kind) {
    case 'refused-key':
    case 'denied':
      return mismatch
    case 'conflict':
      return error.sentence
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

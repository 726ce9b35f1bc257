import { type Endpoint, isAtLeast, leastRoleFor, type Role } from '../../contract/index.ts'
import { onlyFrom, withArticle } from '../../words/roles.ts'
import { asVerb, HttpError } from '../api/errors.ts'

/** Whose role decides. */
const owns = { you: 'You’re', session: 'Your key is', key: 'This key is' } as const

/** @throws {HttpError} 403 for who hasn't the role of an operation */
export function refuseLess(endpoint: Endpoint, role: Role, who: keyof typeof owns): void {
  const least = leastRoleFor(endpoint.id) ?? 'owner'
  if (isAtLeast(role, least)) return
  const own = `${owns[who]} ${withArticle(role)}${who === 'you' ? '' : '’s'}.`
  throw new HttpError(403, `${onlyFrom(least)} ${asVerb(endpoint)}. ${own}`)
}

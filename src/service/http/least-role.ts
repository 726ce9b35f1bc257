import { type Endpoint, isAtLeast, leastRoleFor, type Role, rolesFrom } from '../../contract/index.ts'
import { HttpError } from '../api/errors.ts'

/** @throws {HttpError} 403 for who hasn't the role of an operation. @param who such as `you’re` */
export function refuseLess({ id, summary }: Endpoint, role: Role, who: string): void {
  const least = leastRoleFor(id) ?? 'owner'
  if (!isAtLeast(role, least))
    throw new HttpError(
      403,
      `“${summary}” takes ${rolesFrom(least)}, and ${who} ${rolesFrom(role).split(' or ')[0]?.split(', ')[0]}.`,
    )
}

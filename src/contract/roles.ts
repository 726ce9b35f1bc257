/** What people may do for a partner or an account, from the most to the least. */
export const roles = ['owner', 'manager', 'operator', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The role of a name, as it's stored; for one that isn't known, the least. */
export function asRole(name: string | null): Role {
  return roles.find((known) => known === name) ?? 'viewer'
}

/** Whether a role may do what takes at least another. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(least)
}

/** `an owner`, `a manager or an owner`: who can do what takes at least this role. */
export function rolesFrom(least: Role): string {
  const able = roles.slice(0, roles.indexOf(least) + 1).toReversed()
  const named = able.map((role) => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`)
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
}

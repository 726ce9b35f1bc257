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

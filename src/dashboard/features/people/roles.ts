import { roles, type Role } from '../../../contract/index.ts'

const names: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  operator: 'Operator',
  viewer: 'Viewer',
}

export const isRole = (role: string): role is Role => roles.some((known) => known === role)

/** A role of a newer service is named as it is. */
export const roleName = (role: string): string => (isRole(role) ? names[role] : role)

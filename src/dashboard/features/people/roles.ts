import { roles, type Role } from '../../../contract/index.ts'

const names: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  operator: 'Operator',
  viewer: 'Viewer',
}

/** What each role may do, in a line. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  owner: 'Does everything, and decides on people, keys and deletion.',
  manager: 'Does all of the work: sites, settings, monitors, alerts.',
  operator: 'Runs what is there: states, purges, tests, muting, notes. Changes no settings.',
  viewer: 'Sees everything and changes nothing.',
}

export const isRole = (role: string): role is Role => roles.some((known) => known === role)

/** A role of a newer service is named as it is. */
export const roleName = (role: string): string => (isRole(role) ? names[role] : role)

/** `an owner` */
export const withArticle = (role: string): string => `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`

import { type Role, roles } from '../contract/roles.ts'

/** `an owner` */
export const withArticle = (role: string): string => `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`

/** `Only managers and owners can`, for what takes at least the role of a manager. */
export function onlyFrom(least: Role): string {
  const able = roles.slice(0, roles.indexOf(least) + 1).toReversed()
  const names = able.map((role) => `${role}s`)
  const who = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
  return `Only ${who} can`
}

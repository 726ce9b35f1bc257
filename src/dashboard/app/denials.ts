import { matchPath } from 'react-router'
import { isAtLeast, leastRoleFor, type Role } from '../../contract/index.ts'
import { onlyFrom, withArticle } from '../../words/roles.ts'
import type { Denials } from '../kit/actions/denials.ts'

/** Pages that are there for one operation, which not everybody may call. A partner's have an account before them. */
const pages: readonly (readonly [path: string, operation: string])[] = [
  ['/accounts/new', 'accounts.create'],
  ['/account/email', 'accounts.updateEmail'],
  ['/account/delete', 'accounts.delete'],
  ['/sites/new', 'sites.create'],
  ['/sites/:siteId/host', 'sites.updateHost'],
  ['/sites/:siteId/server', 'sites.setOrigin'],
  ['/sites/:siteId/delete', 'sites.delete'],
  ['/monitors/new', 'monitors.create'],
  ['/monitors/:monitorId/edit', 'monitors.update'],
  ['/tests/new', 'tests.create'],
  ['/alerts/new', 'alertRules.create'],
  ['/activity/new', 'events.create'],
  ['/people/new', 'invitations.create'],
  ['/keys', 'keys.list'],
  ['/keys/new', 'keys.create'],
]

/** The operations that pages are for. */
export const paged: readonly string[] = pages.map(([, operation]) => operation)

/** Why a role can't do something, and who can; undefined if it can, or the role isn't known. */
export function denialOf(role: Role | null, operation: string): string | undefined {
  const least = leastRoleFor(`user.${operation}`)
  if (!least) throw new Error(`No role for ${operation}`)
  if (!role || isAtLeast(role, least)) return undefined
  return `${onlyFrom(least)} do this. You’re ${withArticle(role)} here.`
}

/** The operation that a page is for; undefined for one that everybody may open. */
export function operationAt(address: string): string | undefined {
  const [path = ''] = address.split(/[?#]/)
  const below = /^\/accounts\/(?!new$)[^/]+(?=\/)/.exec(path)
  const own = below ? path.slice(below[0].length) : path
  return pages.find(([pattern]) => matchPath(pattern, own))?.[1]
}

/** What a role may not do. */
export function denialsFor(role: Role): Denials {
  const of = (operation: string) => denialOf(role, operation)
  const at = (address: string) => {
    const operation = operationAt(address)
    return operation === undefined ? undefined : of(operation)
  }
  return { of, at }
}

import type { EndpointId } from './endpoints.ts'
import { isAtLeast, type Role } from './roles.ts'

/** An operation for a partner or an account, such as `sites.list`: the same in both APIs. */
type RoledOperation = EndpointId extends infer Id
  ? Id extends `${'partner' | 'user'}.${infer Name}`
    ? Name
    : never
  : never

/**
 * The least role that may call each operation. An owner decides on people, keys and deletion; a manager does all of the work; an
 * operator runs what is there, without changing how; a viewer reads. An account’s `api_key` and a partner’s main key are owners’. One without a role doesn't compile.
 */
const leastRoles: Readonly<Record<RoledOperation, Role>> = {
  read: 'viewer',
  'accounts.list': 'viewer',
  'accounts.create': 'manager',
  'accounts.read': 'viewer',
  'accounts.delete': 'owner',
  // whose address it is can become an owner
  'accounts.updateEmail': 'owner',
  'accounts.sendWelcome': 'manager',
  'keys.replace': 'owner',
  'signInLinks.create': 'manager',
  'keys.list': 'manager',
  'keys.create': 'owner',
  'keys.rotate': 'owner',
  'keys.end': 'owner',
  'partnerKeys.list': 'manager',
  'partnerKeys.create': 'owner',
  'partnerKeys.rotate': 'owner',
  'partnerKeys.end': 'owner',

  'people.list': 'viewer',
  'people.setRole': 'owner',
  'people.remove': 'owner',
  'people.requireFactor': 'owner',
  'invitations.create': 'owner',
  'invitations.withdraw': 'owner',
  'invitations.resend': 'owner',
  'partnerPeople.list': 'viewer',
  'partnerPeople.setRole': 'owner',
  'partnerPeople.remove': 'owner',
  'partnerPeople.requireFactor': 'owner',
  'partnerInvitations.create': 'owner',
  'partnerInvitations.withdraw': 'owner',
  'partnerInvitations.resend': 'owner',

  'fleet.list': 'viewer',
  'fleet.changes': 'viewer',
  'sites.list': 'viewer',
  'sites.read': 'viewer',
  'sites.create': 'manager',
  'sites.delete': 'owner',
  'sites.updateHost': 'manager',
  'sites.checkDns': 'operator',
  'sites.origin': 'viewer',
  'sites.setOrigin': 'manager',
  'sites.tryOrigin': 'manager',
  'sites.redirect': 'viewer',
  'sites.setRedirect': 'manager',
  'sites.certificate': 'viewer',
  'sites.renewCertificate': 'operator',
  'figures.read': 'viewer',
  serviceIps: 'viewer',
  email: 'viewer',

  'optimizer.usage': 'viewer',
  'optimizer.bypass': 'operator',
  'optimizer.pause': 'operator',
  'optimizer.maintenance': 'operator',
  'optimizer.resume': 'operator',
  'optimizer.transparent': 'operator',

  'cache.flush': 'operator',
  'cache.purge': 'operator',
  'cache.look': 'viewer',
  'cache.match': 'operator',
  'cache.visit': 'operator',
  'cache.provePurge': 'operator',
  'cache.proveFlush': 'operator',
  'cache.readProof': 'viewer',
  'cache.stopProof': 'operator',
  'edgeNodes.list': 'viewer',

  'adn.read': 'viewer',
  'profiles.list': 'viewer',
  'profiles.read': 'viewer',
  'tods.list': 'viewer',
  'tods.read': 'viewer',
  'settings.read': 'viewer',
  'settings.update': 'manager',
  'settings.explain': 'operator',
  'settings.activity': 'viewer',

  'monitors.list': 'viewer',
  'monitors.read': 'viewer',
  'monitors.create': 'manager',
  'monitors.update': 'manager',
  'monitors.run': 'operator',
  'monitors.availability': 'viewer',
  'monitors.setLimits': 'manager',
  'monitors.delete': 'manager',
  'monitors.start': 'operator',
  'monitors.stop': 'operator',
  'tests.list': 'viewer',
  'tests.read': 'viewer',
  'tests.create': 'operator',
  'tests.delete': 'operator',
  'samples.list': 'viewer',
  'samples.read': 'viewer',
  'samples.series': 'viewer',
  'samples.usual': 'viewer',

  'incidents.list': 'viewer',
  'incidents.read': 'viewer',
  'incidents.acknowledge': 'operator',
  'incidents.addNote': 'operator',
  'openIncidents.list': 'viewer',

  'alertRules.list': 'viewer',
  'alertRules.read': 'viewer',
  'alertRules.create': 'manager',
  'alertRules.update': 'manager',
  'alertRules.delete': 'manager',
  'alertRules.mute': 'operator',
  'alertRules.test': 'operator',
  'alerts.list': 'viewer',
  'partnerAlertRules.list': 'viewer',
  'partnerAlertRules.read': 'viewer',
  'partnerAlertRules.create': 'manager',
  'partnerAlertRules.update': 'manager',
  'partnerAlertRules.delete': 'manager',
  'partnerAlertRules.mute': 'operator',
  'partnerAlertRules.test': 'operator',
  'partnerAlerts.list': 'viewer',

  capabilities: 'viewer',
  quotas: 'viewer',
  'events.list': 'viewer',
  'events.read': 'viewer',
  'events.people': 'viewer',
  'partnerEvents.list': 'viewer',
  'partnerEvents.people': 'viewer',
  'events.create': 'operator',
}

/** The least role that reads the address of a webhook: whoever has it can send messages to its receiver. */
export const leastToReadWebhooks: Role = 'manager'

const leastByName: ReadonlyMap<string, Role> = new Map(Object.entries(leastRoles))

/** The least role that may call an operation of a partner's or an account's; undefined for one that needs no role. */
export function leastRoleFor(id: string): Role | undefined {
  return /^(?:partner|user)\./.test(id) ? leastByName.get(id.slice(id.indexOf('.') + 1)) : undefined
}

/** Whether a role may call an operation. */
export function mayCall(role: Role, id: string): boolean {
  const least = leastRoleFor(id)
  return least === undefined || isAtLeast(role, least)
}

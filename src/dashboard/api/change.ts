import type { WireInput } from '../../client/request.ts'
import type { AnyEndpoint, Endpoint, InputOf, ReadOf, Scoped } from '../../contract/index.ts'
import { call } from './client.ts'
import { queryClient } from './queries.ts'
import { callScoped, type Scope, type ScopedInput, type ScopedReply } from './scope.ts'

type Unscoped<Id extends string> = Id extends `partner.${infer Name}` | `user.${infer Name}` ? Name : Id
/** An operation of either API, such as `sites.list`. */
type Operation = Unscoped<AnyEndpoint['id']>

const account = ['accounts.list', 'accounts.read'] as const
const alerts = ['alertRules.list', 'alerts.list', 'partnerAlertRules.list', 'partnerAlerts.list'] as const
const monitors = ['monitors.list', 'monitors.read', 'tests.list', 'tests.read', 'quotas'] as const
const ownSessions = ['person.session.read', 'person.sessions.list'] as const
// one may have changed oneself
const people = ['people.list', 'partnerPeople.list', 'person.session.read'] as const
const keys = ['keys.list', 'partnerKeys.list'] as const
const site = ['sites.list', 'sites.read', 'figures.read'] as const

/** The reads that each change makes stale. Every change also makes the logs of changes stale. */
const staleReads = {
  'accounts.create': ['accounts.list'],
  'accounts.delete': account,
  'accounts.updateEmail': account,
  'accounts.sendWelcome': ['accounts.read'],
  'people.setRole': people,
  'people.remove': people,
  'people.requireFactor': people,
  'invitations.create': people,
  'invitations.withdraw': people,
  'invitations.resend': people,
  'partnerPeople.setRole': people,
  'partnerPeople.remove': people,
  'partnerPeople.requireFactor': people,
  'partnerInvitations.create': people,
  'partnerInvitations.withdraw': people,
  'partnerInvitations.resend': people,
  // and each change of a factor
  'person.password.change': ['person.factors.read', ...ownSessions],
  'person.sessions.end': ownSessions,
  'person.sessions.endOthers': ownSessions,
  'keys.replace': ['accounts.read', 'keys.list'],
  'keys.create': keys,
  'keys.rotate': ['accounts.read', ...keys],
  'keys.end': keys,
  'partnerKeys.create': keys,
  'partnerKeys.rotate': keys,
  'partnerKeys.end': keys,
  'alertRules.create': alerts,
  'alertRules.update': alerts,
  'alertRules.delete': alerts,
  'alertRules.mute': alerts,
  'alertRules.test': alerts,
  'partnerAlertRules.create': alerts,
  'partnerAlertRules.update': alerts,
  'partnerAlertRules.delete': alerts,
  'partnerAlertRules.mute': alerts,
  'partnerAlertRules.test': alerts,
  'events.create': [],
  'cache.flush': [],
  'cache.purge': [],
  'incidents.acknowledge': ['incidents.list', 'incidents.read', 'openIncidents.list'],
  'incidents.addNote': ['incidents.read'],
  'monitors.create': monitors,
  'monitors.update': monitors,
  'monitors.run': monitors,
  'monitors.setLimits': monitors,
  'monitors.delete': monitors,
  'monitors.start': monitors,
  'monitors.stop': monitors,
  'tests.create': monitors,
  'tests.delete': monitors,
  'optimizer.bypass': site,
  'optimizer.transparent': site,
  'optimizer.maintenance': site,
  'optimizer.resume': site,
  'settings.update': ['settings.read'],
  'sites.create': ['sites.list', 'figures.read', 'monitors.list', 'quotas'],
  'sites.delete': [...site, 'monitors.list', 'quotas'],
  'sites.updateHost': [...site, 'monitors.list', 'samples.list'],
  'sites.checkDns': [...site, 'sites.certificate'],
  'sites.setOrigin': ['sites.origin', 'sites.read'],
  'sites.setRedirect': ['sites.redirect', 'sites.list', 'sites.read', 'sites.certificate'],
  'sites.renewCertificate': ['sites.certificate'],
} satisfies Partial<Record<Operation, readonly Operation[]>>

const staleAfter = new Map<string, readonly string[]>(Object.entries(staleReads))

type Change = keyof typeof staleReads
/** An operation that the table has. */
type Changing = Endpoint<Change | `partner.${Change}` | `user.${Change}`>

/** Calls an operation that changes something, and resolves once the stale reads on the screen are up to date. */
export async function change<E extends Changing>(endpoint: E, input: InputOf<E> & WireInput): Promise<ReadOf<E>> {
  const reply = await call(endpoint, input)
  await markStale(endpoint.id)
  return reply
}

/** `change` in the API of a scope. */
export async function changeScoped<S extends Scoped<Changing, Changing>>(
  scoped: S,
  scope: Scope,
  input: ScopedInput<S>,
): Promise<ScopedReply<S>> {
  const reply = await callScoped(scoped, scope, input)
  await markStale(scoped.user.id)
  return reply
}

/**
 * Marks the reads that a change makes stale, for changes sent with `call`: many at once, or in a certain order. With `none`,
 * open pages don't read again, for a page that is about to close and whose record is gone.
 */
export function markStale(operation: Changing['id'], refetchType: 'active' | 'none' = 'active'): Promise<void> {
  const stale = ['events.list', 'partnerEvents.list', ...(staleAfter.get(unscoped(operation)) ?? [])]
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [read] }) => typeof read === 'string' && stale.includes(unscoped(read)),
    refetchType,
  })
}

function unscoped(id: string): string {
  return id.replace(/^(?:partner|user)\./, '')
}

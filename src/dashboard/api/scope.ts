import { useParams, useRouteLoaderData, type Params } from 'react-router'
import * as z from 'zod/mini'
import type { WireInput } from '../../client/request.ts'
import type { Endpoint, InputOf, PathParams, ReadOf, Scoped } from '../../contract/index.ts'
import { exchange, type CallOptions } from './client.ts'
import { roles, type Credentials, type Role } from './credentials.ts'
import type { Query } from './queries.ts'
import { session } from './session.ts'

/** The account that a page shows: one of the partner's, or the account holder's own. */
export type Scope =
  | { readonly kind: 'account'; readonly partner: string; readonly account: string }
  | { readonly kind: 'user'; readonly user: string }

/** What a page of both is about: an account, or a partner itself, such as its alerts for all its accounts. */
export type AnyScope = Scope | { readonly kind: 'partner'; readonly partner: string }

/** Who is signed in, without the key. */
const whoSchema = z.object({ role: z.enum(roles), id: z.string(), baseUrl: z.string() })
export type Who = z.output<typeof whoSchema>

export const shellRouteId = 'shell'

/** The page belongs to the other role. */
export class WrongRole extends Error {
  override readonly name = 'WrongRole'
  readonly wanted: Role
  constructor(wanted: Role) {
    super(`This page is for ${wanted === 'partner' ? 'partners' : 'account holders'}.`)
    this.wanted = wanted
  }
}

/** The credentials, for loaders below the shell, which run only when someone is signed in. */
export function signedIn(): Credentials {
  const credentials = session.current()
  if (!credentials) throw new Error('No session: this loader must be below the shell.')
  return credentials
}

/** The partner's ID, for loaders of partner pages. A partner request with a user's key would end the session. */
export function partnerOf(): string {
  const { role, id } = signedIn()
  if (role !== 'partner') throw new WrongRole('partner')
  return id
}

/** The account holder's ID, for loaders of their pages. */
export function userOf(): string {
  const { role, id } = signedIn()
  if (role !== 'user') throw new WrongRole('user')
  return id
}

/** The scope of a route, for loaders. */
export function scopeOf(params: Params): Scope {
  return scopeFor(signedIn(), params)
}

/** The same for a page that a partner has for itself too. */
export function anyScopeOf(params: Params): AnyScope {
  return anyScopeFor(signedIn(), params)
}

export function useAnyScope(): AnyScope {
  return anyScopeFor(useWho(), useParams())
}

function anyScopeFor(who: Pick<Who, 'role' | 'id'>, params: Params): AnyScope {
  return who.role === 'partner' && !params['accountId'] ? { kind: 'partner', partner: who.id } : scopeFor(who, params)
}

export function whoIs({ role, id, baseUrl }: Credentials): Who {
  return { role, id, baseUrl }
}

export function useWho(): Who {
  return whoIn(useRouteLoaderData(shellRouteId))
}

/** Parses the same data once, because most components ask for it. */
function whoIn(data: unknown): Who {
  if (!parsed || data !== parsed.data) parsed = { data, who: z.parse(whoSchema, data) }
  return parsed.who
}
let parsed: { readonly data: unknown; readonly who: Who } | undefined

export function useScope(): Scope {
  return scopeFor(useWho(), useParams())
}

/** The account that a path is about. @throws {WrongRole} */
export function scopeFor(who: { readonly role: Role; readonly id: string }, params: Params): Scope {
  const account = params['accountId']
  if (who.role === 'user') {
    if (account) throw new WrongRole('partner')
    return { kind: 'user', user: who.id }
  }
  if (!account) throw new WrongRole('user')
  return { kind: 'account', partner: who.id, account }
}

type ScopeParam = 'partner_id' | 'account_id'
type PathBelow<E extends Endpoint> =
  Exclude<keyof PathParams<E>, ScopeParam> extends never
    ? { path?: undefined }
    : { path: Omit<PathParams<E>, ScopeParam> }

/** A scoped endpoint's input without the IDs that come from the scope. */
export type ScopedInput<S extends Scoped> = WireInput & PathBelow<S['partner']> & Omit<InputOf<S['user']>, 'path'>
export type ScopedReply<S extends Scoped> = ReadOf<S['partner'] | S['user']>

/** The endpoint that a scoped operation uses: the partner API's or the user API's. */
export function endpointOf<S extends Scoped>(scoped: S, scope: Scope): S['partner'] | S['user'] {
  return scope.kind === 'account' ? scoped.partner : scoped.user
}

/** Adds the scope's IDs to a scoped operation's input. */
function bind<S extends Scoped>(
  scoped: S,
  scope: Scope,
  input: WireInput,
): { endpoint: S['partner'] | S['user']; input: WireInput } {
  const endpoint = endpointOf(scoped, scope)
  if (scope.kind === 'user') return { endpoint, input }
  const path = { ...input.path, partner_id: scope.partner, account_id: scope.account }
  return { endpoint, input: { ...input, path } }
}

/** Calls a scoped operation. */
export function callScoped<S extends Scoped>(
  scoped: S,
  scope: Scope,
  input: ScopedInput<S>,
  options?: CallOptions,
): Promise<ScopedReply<S>> {
  const bound = bind(scoped, scope, input)
  return exchange<NonNullable<(S['partner'] | S['user'])['read']>>(bound.endpoint, bound.input, options)
}

/** The query of a scoped operation. It lets one page serve both roles. */
export function scopedQuery<S extends Scoped>(scoped: S, scope: Scope, input: ScopedInput<S>): Query<ScopedReply<S>> {
  const bound = bind(scoped, scope, input)
  return {
    queryKey: [bound.endpoint.id, bound.input],
    queryFn: ({ signal }) => callScoped(scoped, scope, input, { signal }),
  }
}

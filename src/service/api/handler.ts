import type { Endpoint, EndpointId, EndpointOf, ParsedInput, Role, Scoped } from '../../contract/index.ts'
import type * as z from 'zod/mini'
import type { Account, Partner, Person, Session } from '../database/index.ts'
import type { JsonReply } from './json-reply.ts'
import type { Services } from './services.ts'

/** What every handler gets besides its input. */
interface HandlerContext {
  readonly services: Services
  /** The client's address. */
  readonly address: string
  /** Aborted when the client closes the connection. */
  readonly signal: AbortSignal
}

interface AsHolder {
  /** The account's partner, where it uses the account's key and says so, or one of its people works in the account. */
  readonly actingPartner?: Partner | null
}

interface ByWhom {
  /** Who it is, where a person has signed in. */
  readonly person: Person | null
  /** The key that was sent, or that opened the session. */
  readonly key: UsedKey | null
  /** The person's, or the key's. */
  readonly role: Role
  /** Who has signed in, where no key was sent. */
  readonly signedIn: SignedIn | null
}

/** An API key that a call is made with. */
export interface UsedKey {
  /** Of a main key, its owner's. */
  readonly id: string
  /** Null for a main key. */
  readonly name: string | null
  readonly role: Role
  /** The only sites that it opens; null for all of its owner. */
  readonly sites: readonly string[] | null
  /** Whether it's the secret before the latest rotation. */
  readonly isOld: boolean
}

/** A session with whom it stands for. */
export interface SignedIn {
  readonly session: Session
  readonly person: Person | null
  /** Of a session that a key opened. */
  readonly partner: Partner | null
  readonly account: Account | null
  readonly key: UsedKey | null
}

/** What a browser has and gets of its session. */
interface InBrowser {
  /** Such as `Firefox on Windows`. */
  readonly browser: string | null
  /** The token of the cookie that it sent, whatever it is worth. */
  readonly token: string | undefined
  /** What single sign-on was begun with in it, sealed, whatever it is worth. */
  readonly signOn: string | undefined
  /** The token of another of its cookies. */
  readonly cookieOf: (kind: 'pending' | 'browser') => string | undefined
  /** @param cookie the value of `Set-Cookie` */
  readonly setCookie: (cookie: string) => void
}

export type SessionCall = HandlerContext & InBrowser & { readonly signedIn: SignedIn }
export type GuestCall = HandlerContext & InBrowser & { readonly signedIn: SignedIn | null }

/** The context of a call. Which partner and account it has depends on the operation's access and path. */
export type CallOf<E extends Endpoint> = E['access'] extends 'session'
  ? SessionCall
  : E['access'] extends 'guest'
    ? GuestCall
    : HandlerContext &
        ByWhom &
        (E['access'] extends 'partner'
          ? { readonly partner: Partner } & (E['path'] extends `${string}{account_id}${string}`
              ? { readonly account: Account }
              : unknown)
          : E['access'] extends 'user'
            ? { readonly account: Account } & AsHolder
            : { readonly account: Account | null } & AsHolder)

/** The context of an operation on an account, through either API. */
export type AccountCall = HandlerContext &
  ByWhom &
  AsHolder & {
    readonly account: Account
    /** Only where the call came through the partner API. */
    readonly partner?: Partner | null
  }

/** A reply as an object, or as JSON. */
type Answer<E extends Endpoint> = z.input<E['reply']> | JsonReply

export type Handler<E extends Endpoint> = (input: ParsedInput<E>, call: CallOf<E>) => Promise<Answer<E>>

export type Handlers<Ids extends EndpointId = EndpointId> = { readonly [Id in Ids]: Handler<EndpointOf<Id>> }

/** One handler for an operation that both APIs have. */
export function bothScopes<P extends Endpoint, U extends Endpoint>(
  endpoints: Scoped<P, U>,
  handle: (input: ParsedInput<U>, call: AccountCall) => Promise<Answer<U>>,
): Record<P['id'] | U['id'], typeof handle> {
  return Object.fromEntries([
    [endpoints.partner.id, handle],
    [endpoints.user.id, handle],
  ]) as Record<P['id'] | U['id'], typeof handle>
}

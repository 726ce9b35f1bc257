import { isByCookie, type Credentials } from '../../api/credentials.ts'
import { session } from '../../api/session.ts'

export interface OpenAccount {
  readonly id: string
  readonly name: string
  /** Whoever isn't an owner doesn't have it. */
  readonly api_key?: string | undefined
  /** Only of a service with extensions. */
  readonly welcome_email?: object | undefined
}

/**
 * What opens an account as its holder: the partner's own session where the service keeps it, or else the account's key. Undefined
 * where there is neither.
 */
function holderOf({ id, api_key: key, welcome_email }: OpenAccount): Credentials | undefined {
  const partner = session.current()
  if (!partner) return undefined
  if (isByCookie(partner)) return { ...partner, role: 'user', id }
  if (key === undefined) return undefined
  // another service may refuse a header that it doesn't know
  const named = welcome_email ? { partnerKey: partner.key } : {}
  return { role: 'user', id, key, baseUrl: partner.baseUrl, ...named }
}

/** Goes on in an account as its holder. */
export function openAsHolder(account: OpenAccount): void {
  const holder = holderOf(account)
  if (holder) session.impersonate(holder, account.name)
}

/** Why an account can't be opened as its holder; undefined if it can. */
export function whyNotAsHolder(account: OpenAccount): string | undefined {
  if (!holderOf(account)) return 'Only an owner has the account’s key.'
  return session.isKept() ? undefined : 'Your browser blocks storage for this page, so it can’t switch to the account.'
}

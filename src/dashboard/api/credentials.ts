import * as z from 'zod/mini'

// zod's compiled parsers need eval, which the Content-Security-Policy forbids. Set here, because the session is the
// first thing to be parsed.
z.config({ jitless: true })

export const roles = ['partner', 'user'] as const
export type Role = (typeof roles)[number]

const place = {
  role: z.enum(roles),
  /** Of the partner or the account. */
  id: z.string().check(z.minLength(1)),
  /** Without a trailing slash: `/api`, or an absolute URL. */
  baseUrl: z.string().check(z.minLength(1)),
}

export const keyCredentialsSchema = z.object({
  ...place,
  key: z.string().check(z.minLength(1)),
  /** Of a partner that uses an account holder's key, for a service that notes who that is. */
  partnerKey: z.optional(z.string()),
})

export const cookieCredentialsSchema = z.object({
  ...place,
  /** The id of the service's session, whose cookie no script can read. */
  session: z.string().check(z.minLength(1)),
  /** Whose session it is: a person's or, after a sign-in with a key, the partner's or account's. */
  subject: z.string().check(z.minLength(1)),
})

export type KeyCredentials = z.output<typeof keyCredentialsSchema>
export type CookieCredentials = z.output<typeof cookieCredentialsSchema>

/** What a call needs: for which partner or account, where, and either a key or the browser's cookie. */
export type Credentials = KeyCredentials | CookieCredentials

/** Whether the service keeps the session, and the browser no key. */
export function isByCookie(credentials: Credentials): credentials is CookieCredentials {
  return 'session' in credentials
}

/** Whether both are of the same sign-in, for the same partner or account. */
export function isSame(a: Credentials, b: Credentials): boolean {
  if (a.role !== b.role || a.id !== b.id) return false
  return isByCookie(a) ? isByCookie(b) && a.session === b.session : !isByCookie(b) && a.key === b.key
}

/** Whether a base URL is on the dashboard's own origin or on one of these. */
export function isOnOrigin(baseUrl: string | undefined, origins: readonly string[]): boolean {
  if (baseUrl === undefined) return false
  return baseUrl.startsWith('/') || origins.includes(new URL(baseUrl).origin)
}

/** Normalizes a typed base URL, so that paths can be appended; undefined if it isn't valid. */
export function cleanBaseUrl(typed: string): string | undefined {
  const text = typed.trim().replace(/(?<!\/)\/+$/, '')
  if (text.startsWith('/') && !text.startsWith('//')) return text
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const plain = /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  return plain ? text : undefined
}

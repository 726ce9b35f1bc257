import { parse, serialize } from 'hono/utils/cookie'
import { isLoopback } from '../../shared/loopback.ts'
import type { Settings } from '../configuration/configuration.ts'
import { sessionLimits } from './limits.ts'

type Address = Pick<Settings, 'publicUrl'>

/** Of the service's cookies, what follows from the service's address. */
interface CookieForm {
  readonly name: string
  readonly secure: boolean
}

/**
 * The form of the service's cookies, with the session's name. `__Host-` has the browser refuse it from any other host or over plain http; on this
 * machine alone, plain http will do. Null where no browser would keep it.
 */
function cookieForm({ publicUrl }: Address): CookieForm | null {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return { name: '__Host-site-performance', secure: true }
  return isLoopback(hostname) ? { name: 'site-performance', secure: false } : null
}

/** Why nobody can sign in where browsers can't. */
export const noSessions =
  'Nobody can sign in here: PUBLIC_URL has to be an https address, or one on the service’s own machine.'

/**
 * Whether browsers can sign in, which depends on the service's address.
 * @param request that comes from a browser: at an address other than this machine's, a cookie for plain http isn't safe
 */
export function hasSessions(settings: Address, request?: Request): boolean {
  const form = cookieForm(settings)
  if (!form || form.secure || !request) return form !== null
  const origin = URL.parse(request.headers.get('origin') ?? '')
  return [new URL(request.url), origin].every((at) => !at || isLoopback(at.hostname))
}

/** Of each cookie, what is added to the session's name. */
const suffixes = { session: '', pending: '-pending', browser: '-browser', signOn: '-sign-on' } as const

/**
 * What the service has a browser keep: the token of its session, that of a sign-in which waits for a second factor, one by
 * which the browser is known again, and what single sign-on was begun with, sealed.
 */
export type CookieKind = keyof typeof suffixes

/** The token in a request's cookie. */
export function tokenIn(request: Request, kind: CookieKind, settings: Address): string | undefined {
  const form = cookieForm(settings)
  const sent = request.headers.get('cookie')
  if (!form || !sent) return undefined
  const name = `${form.name}${suffixes[kind]}`
  return parse(sent, name)[name] || undefined
}

/** The value of `Set-Cookie` that gives the browser a session's token. It goes with the browser unless it is kept. */
export function cookieWith(token: string, kept: boolean, settings: Address): string {
  return cookieText('session', token, kept ? { maxAge: sessionLimits.longest / 1000 } : {}, settings)
}

/** The same for another token, for so many ms. */
export function cookieFor(kind: Exclude<CookieKind, 'session'>, token: string, ms: number, settings: Address): string {
  return cookieText(kind, token, { maxAge: ms / 1000 }, settings)
}

/** What single sign-on was begun with in this browser, sealed. */
export const signOnIn = (request: Request, settings: Address): string | undefined =>
  tokenIn(request, 'signOn', settings)

/** The value of `Set-Cookie` that keeps what single sign-on was begun with, or without it forgets that. */
export function signOnCookie(sealed: string | null, settings: Address): string {
  return cookieFor('signOn', sealed ?? '', sealed === null ? 0 : sessionLimits.signOn, settings)
}

/** The value of `Set-Cookie` that takes a session's token back. */
export function cookieWithout(settings: Address): string {
  return cookieText('session', '', { maxAge: 0 }, settings)
}

function cookieText(kind: CookieKind, value: string, age: { maxAge?: number }, settings: Address): string {
  const { name, secure } = cookieForm(settings) ?? { name: 'site-performance', secure: true }
  return serialize(`${name}${suffixes[kind]}`, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...age })
}

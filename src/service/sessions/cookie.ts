import { parse, serialize } from 'hono/utils/cookie'
import type { Settings } from '../configuration/configuration.ts'
import { sessionLimits } from './limits.ts'

type Address = Pick<Settings, 'publicUrl'>

/** Of a session's cookie, what follows from the service's address. */
interface CookieForm {
  readonly name: string
  readonly secure: boolean
}

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * The form of the session's cookie. `__Host-` has the browser refuse it from any other host or over plain http; on this
 * machine alone, plain http will do. Null where no browser would keep it.
 */
function cookieForm({ publicUrl }: Address): CookieForm | null {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return { name: '__Host-site-performance', secure: true }
  return loopback.test(hostname) ? { name: 'site-performance', secure: false } : null
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
  return [new URL(request.url), origin].every((at) => !at || loopback.test(at.hostname))
}

/** The token in a request's cookie. */
export const tokenIn = (request: Request, settings: Address): string | undefined => valueIn(request, '', settings)

/** What single sign-on was begun with in this browser, sealed. */
export const signOnIn = (request: Request, settings: Address): string | undefined =>
  valueIn(request, signOnSuffix, settings)

const signOnSuffix = '-sign-on'

function valueIn(request: Request, suffix: string, settings: Address): string | undefined {
  const form = cookieForm(settings)
  const sent = request.headers.get('cookie')
  if (!form || !sent) return undefined
  const name = `${form.name}${suffix}`
  return parse(sent, name)[name] || undefined
}

/** The value of `Set-Cookie` that gives the browser a token. It goes with the browser unless it is kept. */
export function cookieWith(token: string, kept: boolean, settings: Address): string {
  return cookieText('', token, kept ? { maxAge: sessionLimits.longest / 1000 } : {}, settings)
}

/** The value of `Set-Cookie` that takes the token back. */
export function cookieWithout(settings: Address): string {
  return cookieText('', '', { maxAge: 0 }, settings)
}

/** The value of `Set-Cookie` that keeps what single sign-on was begun with, or without it forgets that. */
export function signOnCookie(sealed: string | null, settings: Address): string {
  return cookieText(signOnSuffix, sealed ?? '', { maxAge: sealed === null ? 0 : sessionLimits.signOn / 1000 }, settings)
}

function cookieText(suffix: string, value: string, age: { maxAge?: number }, settings: Address): string {
  const { name, secure } = cookieForm(settings) ?? { name: 'site-performance', secure: true }
  return serialize(`${name}${suffix}`, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...age })
}

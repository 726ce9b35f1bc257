import { redirect, type LoaderFunctionArgs, type MiddlewareFunction } from 'react-router'
import { isByCookie } from '../api/credentials.ts'
import { currentSessionQuery, type SessionReply } from '../api/current-session.ts'
import { loadWithin } from '../api/load-within.ts'
import { queryClient } from '../api/queries.ts'
import { partnerOf, scopeOf, signedIn, whoIs, WrongRole, type Scope, type Who } from '../api/scope.ts'
import { session } from '../api/session.ts'
import { accountOfSite } from '../features/sites/reads.ts'
import { lazyWithRetry } from '../kit/navigation/lazy-with-retry.ts'
import { asHolder, paths } from '../paths.ts'

// only where a key is still kept
const exchangeKey = lazyWithRetry(() => import('../api/exchange-key.ts'))

/** Lets signed-in users pass. Sends others to the sign-in page, which leads back here. */
export const requireSession: MiddlewareFunction = ({ request }) => {
  if (session.current()) return
  const { pathname, search } = new URL(request.url)
  throw redirect(paths.signIn({ back: pathname + search }))
}

/** Also reads the service's session, which says what the person may do here, or that the password has to be changed first. */
export async function shellLoader({ request }: LoaderFunctionArgs): Promise<Who> {
  const credentials = signedIn()
  if (isByCookie(credentials)) {
    await loadWithin(currentSessionQuery)
    const { pathname, search } = new URL(request.url)
    const person = queryClient.getQueryData<SessionReply>(currentSessionQuery.queryKey)?.session?.person
    if (person?.must_change_password) throw redirect(paths.choosePassword({ back: pathname + search }))
  } else void exchangeKey().then(({ giveUpKey }) => giveUpKey())
  return whoIs(credentials)
}

/** A partner's link to the signed-in account holder's own account leads to their page of the same. */
export function partnersOnly({ params, request }: LoaderFunctionArgs): Response | null {
  const { role, id } = signedIn()
  if (role === 'user' && params['accountId'] === id) {
    const { pathname, search } = new URL(request.url)
    return redirect(asHolder(pathname + search) ?? paths.sites({ kind: 'user', user: id }))
  }
  partnerOf()
  return null
}

/** A portal URL names a site without its account. Redirects a partner if this browser has seen the site before. */
export function usersOnly({ params, request }: LoaderFunctionArgs): Response | null {
  const { role, id } = signedIn()
  if (role === 'user') return null
  const site = params['siteId']
  const account = site && accountOfSite(site)
  if (!account) throw new WrongRole('user')
  return redirect(withinAccount(request.url, { kind: 'account', partner: id, account }, site))
}

/** The same page of a site, under its account. */
export function withinAccount(address: string, scope: Scope, site: string): string {
  const { pathname, search } = new URL(address)
  const sitePath = paths.site({ kind: 'user', user: '' }, site)
  const below = pathname.startsWith(`${sitePath}/`) ? pathname.slice(sitePath.length) : ''
  return paths.site(scope, site) + below + search
}

/** An account's own page lists its sites. */
export function toSites({ params, request }: LoaderFunctionArgs): Response {
  return redirect(paths.sites(scopeOf(params)) + new URL(request.url).search)
}

/** The log of changes at the address that it had before. */
export function toActivity({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  return redirect(pathname.replace(/\/changes$/, '/activity') + search)
}

export function toOverview({ params }: LoaderFunctionArgs): Response {
  return redirect(paths.site(scopeOf(params), params['siteId'] ?? ''))
}

import { explanationInWords } from '../../contract/index.ts'
import { explain } from '../../edge/index.ts'
import type { Site } from '../database/index.ts'
import { hostnameOf } from '../dns.ts'
import { conflict, invalid } from '../errors.ts'
import type { Handlers } from '../handler.ts'
import { siteOf } from '../site-queries.ts'
import { lastActed } from './activity.ts'
import { defaultProfile, refuseBadRegexes } from './settings.ts'

export const explanationHandlers: Handlers<'user.settings.explain' | 'user.settings.activity'> = {
  async 'user.settings.explain'({ path, body }, { account, address: ip, services, signal }) {
    if (body.settings) refuseBadRegexes(body.settings, 'settings.')
    const site = await siteOf(account, path.site_id, services)
    if (site.deferred === 1)
      throw conflict("The site's host is deferred, so nothing is served. Give it a real host first.")
    const { url, address } = visitedAddress(body.url, site)
    const profile = await defaultProfile(account, site.id, services)
    await services.limits.explanations.count(account.id)
    const settings = body.settings ? JSON.stringify(body.settings) : profile.settings
    const visit = { url, address, lines: linesOf(body), ip, signal }
    const explanation = await explain({ ...site, settings }, visit, services.world.origins)
    return { ...explanation, sentence: explanationInWords(explanation) }
  },

  async 'user.settings.activity'({ path }, { account, services }) {
    const site = await siteOf(account, path.site_id, services)
    return { actions: await lastActed(site.id, services) }
  },
}

/** The address of a site that a text names: a URL, or a path of its own host. @throws {HttpError} 422 */
function visitedAddress(text: string, site: Site): { url: URL; address: 'own' | 'preview' } {
  const origin = `${site.https === 1 ? 'https' : 'http'}://${site.host}`
  const isPath = text.startsWith('/')
  const url = URL.parse(isPath || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `//${text}`, origin)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isWeb) throw invalid({ url: 'must be an http or https address without a password, or a path' })
  url.hash = ''
  // whatever the port is, visitors get the same
  if (url.hostname === site.preview_host) return { url, address: 'preview' }
  if (url.hostname === hostnameOf(site.host)) return { url, address: 'own' }
  throw invalid({ url: `must be on the site's host, ${site.host}, or on its preview address, ${site.preview_host}` })
}

interface Sent {
  readonly cookies?: readonly string[] | undefined
  readonly headers?: readonly { readonly name: string; readonly value: string }[] | undefined
}

/** The header lines of the request; a cookie without a value is sent with an empty one. */
function linesOf({ cookies = [], headers = [] }: Sent): string[] {
  const lines = headers.flatMap(({ name, value }) => [name, value])
  const pairs = cookies.map((cookie) => (cookie.includes('=') ? cookie : `${cookie}=`))
  return pairs.length === 0 ? lines : [...lines, 'Cookie', pairs.join('; ')]
}

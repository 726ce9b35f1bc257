import { explanationInWords } from '../../words/explanation.ts'
import { explain } from '../../edge/index.ts'
import { conflict, invalid } from '../api/errors.ts'
import type { Handlers } from '../api/handler.ts'
import { addressOnSite } from '../api/site-address.ts'
import { siteOf } from '../api/site-queries.ts'
import { lastActed } from './activity.ts'
import { defaultProfile, refuseBadRegexes } from './handlers.ts'

export const explanationHandlers: Handlers<'user.settings.explain' | 'user.settings.activity'> = {
  async 'user.settings.explain'({ path, body }, { account, address: ip, services, signal }) {
    if (body.settings) refuseBadRegexes(body.settings, 'settings.')
    const site = await siteOf(account, path.site_id, services)
    if (site.deferred === 1)
      throw conflict("The site's host is a placeholder, so nothing is served. Give it a real host first.")
    const found = addressOnSite(body.url, site)
    if ('problem' in found) throw invalid({ url: found.problem })
    const profile = await defaultProfile(account, site.id, services)
    await services.limits.explanations.count(account.id)
    const settings = body.settings ? JSON.stringify(body.settings) : profile.settings
    const visit = { ...found, lines: linesOf(body), ip, signal }
    const explanation = await explain({ ...site, settings, links: null }, visit, services.world.origins)
    return { ...explanation, sentence: explanationInWords(explanation) }
  },

  async 'user.settings.activity'({ path }, { account, services }) {
    const site = await siteOf(account, path.site_id, services)
    return { actions: await lastActed(site.id, services) }
  },
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

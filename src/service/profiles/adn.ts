import type { Handlers } from '../api/handler.ts'
import { siteOf } from '../api/site-queries.ts'
import { edgeNodes } from './edge-nodes.ts'

export const adnHandlers: Handlers<'user.adn.read'> = {
  async 'user.adn.read'({ path }, { account, services }) {
    const site = await siteOf(account, path.site_id, services)
    const deferred = site.deferred === 1
    const nodes = deferred ? [] : await edgeNodes(services)
    return { document: { site_id: site.id, service_cname: deferred ? null : site.service_cname, nodes }, success: true }
  },
}

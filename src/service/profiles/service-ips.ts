import type { Handlers } from '../api/handler.ts'
import { sitesOf } from '../api/site-queries.ts'
import { edgeNodes } from './edge-nodes.ts'

export const serviceIpHandlers: Handlers<'user.serviceIps'> = {
  async 'user.serviceIps'(_, { account, key, services }) {
    const sites = await sitesOf(account, services, key)
    if (sites.every((site) => site.deferred === 1)) return []
    return [...new Set((await edgeNodes(services)).map(({ ip }) => ip))]
  },
}

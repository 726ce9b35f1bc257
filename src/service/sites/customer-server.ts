import { isIP } from 'node:net'
import { originBy } from '../world/dns.ts'
import type { Services } from '../api/services.ts'
import type { DnsAnswer } from '../world/world.ts'
import { isLocal } from './edge-addresses.ts'

type Asked = Pick<Services, 'database' | 'settings'>

/** The customer's server by what DNS says of the host; undefined where that names none, or the service itself. */
export async function serverNamedBy(answer: DnsAnswer, services: Asked): Promise<string | undefined> {
  const { origin } = originBy(answer)
  return origin === undefined || (await isOfService(origin, services)) ? undefined : origin
}

/** Whether a name or an address leads to the edge, which would only ask itself. */
export async function isOfService(server: string, { database, settings: { serviceDomain } }: Asked): Promise<boolean> {
  if (isIP(server) === 0) return isServiceName(server, serviceDomain)
  if (isLocal(server)) return false
  const node = await database.db.selectFrom('edge_nodes').select('ip').where('ip', '=', server).executeTakeFirst()
  return node !== undefined
}

/** Whether a name is under the domain of the service's own; under localhost, other servers have names too. */
export function isServiceName(name: string, serviceDomain: string): boolean {
  if (serviceDomain === 'localhost') return /^[sp]-[0-9a-f]{12}\.localhost$/.test(name)
  return name === serviceDomain || name.endsWith(`.${serviceDomain}`)
}

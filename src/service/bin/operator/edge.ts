import { edgeNodesOf, isMostlyAway, nodesText, zoneOf } from '../../nodes/index.ts'
import type { Commands } from './command.ts'
import { wholeNumber } from './options.ts'
import { UsageError } from './usage-error.ts'

/** RFC 2181, section 8. */
const maxTtl = 2 ** 31 - 1

export const edgeCommands: Commands = {
  'edge list': {
    usage: ['edge list [--json]'],
    async run({ database }) {
      const nodes = await edgeNodesOf(database)
      return {
        record: nodes.map(({ seenAt: seen_at, report, ...node }) => ({ ...node, seen_at, ...report })),
        text: nodesText(nodes, Date.now()),
      }
    },
  },
  'edge zone': {
    usage: ['edge zone [--ttl SECONDS] [--near LOCATION] [--without LOCATION_OR_ADDRESS]… [--ns NAME]… [--force]'],
    async run({ database, settings, options }) {
      const nodes = await edgeNodesOf(database)
      const { near, without = [], ns: nameServers = [] } = options
      const ttl = wholeNumber('ttl', options.ttl ?? '60', maxTtl)
      if (near !== undefined && !nodes.some(({ location }) => location === near))
        throw new UsageError(`No edge at ${near} has reported within a day`)
      const wrong = nameServers.find((name) => !isHostName(name))
      if (wrong !== undefined) throw new UsageError(`--ns must be the name of a name server, not ${wrong}`)
      const domain = settings.serviceDomain
      const zone = zoneOf(nodes, { domain, ttl, near, without, nameServers, now: Date.now() })
      if (zone === undefined)
        throw new Error('No edge is up, and a zone without addresses would take all sites off the net.')
      if (isMostlyAway(nodes) && !options.force)
        throw new Error(
          'Fewer than half of the edges of the last day are up. To make a zone of them all the same: --force',
        )
      return { text: zone }
    },
  },
}

/** RFC 1123, section 2.1. */
function isHostName(text: string): boolean {
  return text.length <= 254 && /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}\.?$/i.test(text)
}

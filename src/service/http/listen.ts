import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { connectionLimits, requestLimits } from './limits.ts'
import { answerBrokenRequests } from './broken-request.ts'
import { isOneOf } from '../../shared/client-address.ts'
import { shareConnections } from '../../shared/connection-share.ts'

interface ListenOptions {
  readonly port: number
  readonly host: string
  /** Addresses or networks whose connections serve many clients. */
  readonly trustedProxies: readonly string[]
  readonly limits?: Partial<typeof defaultLimits>
}

/** Slow clients hold a connection each, so their time and number are bounded. */
const defaultLimits = {
  headersTimeout: connectionLimits.headers,
  requestTimeout: connectionLimits.request,
  keepAliveTimeout: connectionLimits.idle,
  /** How often the first two are checked. */
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: requestLimits.headers,
  maxConnections: connectionLimits.open,
  maxConnectionsByAddress: connectionLimits.openByAddress,
}

/** A proxy on this machine needs no setting to connect for all its clients. */
const thisMachine = ['127.0.0.0/8', '::1']

type Fetch = Parameters<typeof getRequestListener>[0]

/** Serves over HTTP/1.1. The server reports `listening` and `error`. */
export function listen(fetch: Fetch, { port, host, trustedProxies, limits }: ListenOptions): Server {
  const { maxConnections, maxConnectionsByAddress, ...times } = { ...defaultLimits, ...limits }
  const answer = getRequestListener(fetch, { hostname: host })
  const server = createServer(times, (request, response) => void answer(request, response))
  server.maxConnections = maxConnections
  shareConnections(server, { max: maxConnectionsByAddress, isExempt: isOneOf([...thisMachine, ...trustedProxies]) })
  answerBrokenRequests(server)
  return server.listen(port, host)
}

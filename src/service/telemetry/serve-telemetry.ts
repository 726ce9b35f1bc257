import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { telemetryOf, type TelemetrySources } from './telemetry.ts'

export type { TelemetrySources }

interface Address {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
}

/**
 * Serves what Prometheus reads, at /metrics on a port of its own, without a key: whoever reaches the port may read it.
 * @returns the port, and what closes it
 * @throws if it can't listen
 */
export async function serveTelemetry({ host, port }: Address, sources: TelemetrySources, log: Pick<Logger, 'error'>) {
  const { registry, stop } = telemetryOf(sources)
  const server = createServer({ maxHeaderSize: 8192, requestTimeout: 10_000 }, (request, response) => {
    // a body, which nobody needs, isn't waited for
    response.setHeader('Connection', 'close')
    if (request.url?.split('?', 1)[0] !== '/metrics') return response.writeHead(404).end()
    if (request.method !== 'GET') return response.writeHead(405, { Allow: 'GET' }).end()
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'reading the telemetry failed')
        response.writeHead(500).end()
      },
    )
  })
  server.maxConnections = 20
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close(): void {
      stop()
      server.close()
      server.closeAllConnections()
    },
  }
}

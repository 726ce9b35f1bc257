import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** 1 KB that nobody tries to compress. */
const body = Buffer.alloc(1024, 7)
const modified = new Date(Date.now() - 3600_000).toUTCString()

/** The bytes of `/download`. */
export const downloadBytes = 2 ** 30

/**
 * A customer's server. Every path may be kept for an hour and says how often it was asked for in `X-Version`;
 * `/download` is large, and doesn't say how large.
 */
export async function startOrigin() {
  const versions = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/download') {
      void download(response)
      return
    }
    const version = (versions.get(path) ?? 0) + 1
    // misses are asked for once each, and aren't worth remembering
    if (!path.includes('?')) versions.set(path, version)
    response.writeHead(200, [
      'Content-Type',
      'image/png',
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'max-age=3600',
      'Last-Modified',
      modified,
      'ETag',
      `"bench"`,
      'X-Version',
      String(version),
    ])
    response.end(body)
  })
  // connections stay open, whoever asks
  server.keepAliveTimeout = 120_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function download(response: ServerResponse): Promise<void> {
  response.writeHead(200, ['Content-Type', 'application/octet-stream', 'Cache-Control', 'max-age=3600'])
  const chunk = Buffer.alloc(64 * 1024)
  for (let sent = 0; sent < downloadBytes && !response.destroyed; sent += chunk.length) {
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    else await nextTurn()
  }
  response.end()
}

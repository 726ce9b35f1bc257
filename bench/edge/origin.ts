import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

/** 1 KB that nobody tries to compress. */
const body = Buffer.alloc(1024, 7)
const modified = new Date(Date.now() - 3600_000).toUTCString()

/**
 * A customer's server. Every path may be kept for an hour and says how often it was asked for in `X-Version`;
 * `/download/64` has 64 MB, and doesn't say so.
 */
export async function startOrigin() {
  const versions = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const [, megabytes] = /^\/download\/(\d+)$/.exec(path) ?? []
    if (megabytes !== undefined) {
      download(response, Number(megabytes) * 2 ** 20)
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

const chunk = Buffer.alloc(64 * 1024)

function download(response: ServerResponse, bytes: number): void {
  response.writeHead(200, ['Content-Type', 'application/octet-stream', 'Cache-Control', 'max-age=3600'])
  const chunks = Array.from({ length: bytes / chunk.length }, () => chunk)
  Readable.from(chunks).pipe(response)
}

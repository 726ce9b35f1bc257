import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** 1 KB that nobody tries to compress. */
const body = Buffer.alloc(1024, 7)
/** A page that isn't stored, so that it's compressed as it comes. */
export const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'))
/** How long `/paused` waits for after its first part, ms. */
const pauseMs = 50
const modified = new Date(Date.now() - 3600_000).toUTCString()

/**
 * A customer's server. Every path may be kept for an hour and says how often it was asked for in `X-Version`;
 * `/download/64` has 64 MB, and doesn't say so. `/page` is a page for one visitor, `/paused` waits after the first 2 KB of it
 * and `/held` for ever.
 */
export async function startOrigin() {
  const versions = new Map<string, number>()
  let pausedAt = 0
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const [, megabytes] = /^\/download\/(\d+)$/.exec(path) ?? []
    if (megabytes !== undefined) {
      download(response, Number(megabytes) * 2 ** 20)
      return
    }
    if (/^\/(?:page|paused|held)$/.test(path)) {
      response.writeHead(200, ['Content-Type', 'text/html', 'Cache-Control', 'no-store'])
      if (path === '/page') response.end(page)
      if (path === '/held') response.write(Buffer.concat([page, page, page, page]))
      if (path !== '/paused') return
      response.write(page.subarray(0, 2048))
      pausedAt = performance.now()
      setTimeout(() => response.end(), pauseMs)
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
    /** When it has last sent the first part of `/paused`, as `performance.now()` has it. */
    pausedAt: () => pausedAt,
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

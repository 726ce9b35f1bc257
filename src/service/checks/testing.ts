import { type IncomingMessage, type RequestListener, createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import type { Certificate } from '../test/certificate.ts'
import { scripted } from '../test/scripted-resolver.ts'
import type { Check } from './probe.ts'
import type { Guard } from '../../shared/guard/index.ts'

/** Loopback servers for tests, closed together. */
export function origins() {
  const servers: Server[] = []
  async function listening(server: Server, host: string): Promise<number> {
    servers.push(server)
    const { promise, resolve } = Promise.withResolvers<void>()
    server.listen(0, host, resolve)
    await promise
    return (server.address() as AddressInfo).port
  }
  return {
    http: async (listener: RequestListener, host = '127.0.0.1') => listening(createHttp(listener), host),
    https: async (listener: RequestListener, certificate: Certificate) =>
      listening(createHttps(certificate, listener), '127.0.0.1'),
    raw: listening,
    async close() {
      await Promise.all(
        servers.splice(0).map((server) => {
          const { promise, resolve } = Promise.withResolvers<void>()
          server.close(() => resolve())
          if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
            server.closeAllConnections()
          return promise
        }),
      )
    },
  }
}

export function openGuard(table: Readonly<Record<string, readonly string[]>> = {}): Guard {
  return { resolver: scripted(table), allowPrivateTargets: true }
}

export function checkOf(url: string, given: Partial<Check> = {}): Check {
  const http = {
    tenant: 'test',
    mayBePrivate: true,
    type: 'HTTP',
    headers: [],
    credentials: null,
    connectivity: null,
    method: 'GET',
    body: null,
  } as const
  return { ...http, url, browser: null, views: [], screenshots: false, ...given }
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

export const never = new AbortController().signal

import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Connectivity } from '../../../contract/index.ts'
import type { Check } from '../probe.ts'

const line: Connectivity = { bandwidth_down: 0, bandwidth_up: 0, latency: 2, drop_rate: 0 }

/**
 * Runs checks of a server of its own. The first ones of a process take up to 60 ms longer, because Node compiles their code
 * and reads the certificate authorities, which would count as the target's time. A failure is ignored.
 */
export async function rehearse(measure: (check: Check) => Promise<unknown>): Promise<void> {
  const server = createServer((_, response) => response.end('A rehearsal.'))
  try {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const connectivity of [null, line]) {
      // the server doesn't speak TLS, but by the time that's clear, everything is there
      for (const scheme of ['http', 'https'])
        await measure({ ...ownCheck, url: `${scheme}://127.0.0.1:${port}/`, connectivity })
    }
  } catch {
    // then the first checks are late, and say so
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const ownCheck = {
  tenant: 'rehearsal',
  mayBePrivate: true,
  type: 'HTTP',
  headers: [],
  credentials: null,
  method: 'GET',
  body: null,
  browser: null,
  views: [],
  screenshots: false,
} as const

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/service/test/free-port.ts'
import { withSharedWorld } from './shared-world.ts'

/** For flows of a real service, in the same workers as the other flows. */
export const test = withSharedWorld

export interface LiveService {
  readonly url: string
  readonly partner: { readonly id: string; readonly key: string }
  /** Where its edge listens. */
  readonly edge: { readonly host: string; readonly port: number }
  stop(): Promise<number | null>
}

/** The service as `npm start` runs it, on free ports and with its own data folder. */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<LiveService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-performance-live-'))
  const port = await freePort()
  const child = spawn('npm', ['start', '--silent'], {
    env: {
      ...process.env,
      PORT: String(port),
      EDGE_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      ALLOW_PRIVATE_TARGETS: 'on',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await waitUntilListening(child)
  const [, id = '', key = ''] = /^sign-in: partner (\S+) (\S+)$/m.exec(output) ?? []
  const [, edgeUrl = ''] = /^The edge serves visitors on (\S+)$/m.exec(output) ?? []
  const { hostname, port: edgePort } = new URL(edgeUrl)
  return {
    url: `http://127.0.0.1:${port}`,
    partner: { id, key },
    edge: { host: hostname, port: Number(edgePort) },
    async stop() {
      if (child.exitCode !== null) return child.exitCode
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

/** What the service has printed by the time it listens. */
function waitUntilListening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (/listens on .*\n/.test(output)) resolve(output)
    })
    child.once('exit', (code) => reject(new Error(`The service exited with ${code}: ${output}`)))
  })
}

/** A small real site: a page with a style sheet, a script and an image. */
export async function startOrigin(): Promise<{ host: string; stop(): void }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        '<!doctype html><html lang="en"><title>Live origin</title><link rel="stylesheet" href="/style.css">' +
          '<h1>Live origin</h1><img src="/mark.svg" alt="" width="200" height="80"><script src="/app.js"></script></html>',
      )
    } else if (path === '/style.css') {
      response.setHeader('content-type', 'text/css')
      response.end('h1 { color: teal }')
    } else if (path === '/app.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end('document.body.append("running")')
    } else if (path === '/mark.svg') {
      response.setHeader('content-type', 'image/svg+xml')
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="teal"/></svg>',
      )
    } else {
      response.statusCode = 404
      response.end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProbes } from '../src/service/checks/index.ts'
import { findChromium } from '../src/service/checks/page/chromium.ts'

/** Measures a page of its own in Chromium with its sandbox, and fails if that doesn't work here. */
const server = createServer((_, response) => {
  response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>page</title><h1>page</h1>')
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
const probes = createProbes({
  chromiumPath: findChromium(process.env),
  dnsServers: [],
  allowPrivateTargets: true,
  sandbox: true,
})
const [measurement] = await probes.measure(
  {
    tenant: 'try',
    mayBePrivate: true,
    type: 'WEBPAGE',
    url: `http://127.0.0.1:${port}/`,
    headers: [],
    credentials: null,
    connectivity: null,
    method: 'GET',
    body: null,
    browser: null,
    views: ['EMPTY'],
    screenshots: false,
  },
  new AbortController().signal,
)
await probes.close()
server.close()
const isMeasured = measurement?.metrics.status_code === 200
if (!isMeasured) process.stderr.write(`${measurement?.issues.map(({ message }) => message).join('\n')}\n`)
process.exitCode = isMeasured ? 0 : 1

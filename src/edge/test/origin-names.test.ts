import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { resolverFor } from '../../shared/guard/index.ts'
import { DnsServer } from '../../service/test/dns-server.ts'
import { testEdge, testOrigin } from './edge.ts'

const name = 'origin.example'

async function nameServer(): Promise<DnsServer> {
  const dns = await DnsServer.start()
  onTestFinished(() => dns.stop())
  return dns
}

/** How often the name was asked for. */
const asked = (dns: DnsServer) => dns.asked.filter((question) => question === `A ${name}`).length

test('a name server that is silent about one family doesn’t hold up visitors', async () => {
  const dns = await nameServer()
  dns.set(name, { a: ['127.0.0.1'], silent: 'AAAA' })
  const { port } = await testOrigin((_, response) => response.end('here'))
  // a resolver that waits would take a minute
  const edge = await testEdge({ sites: [{ port, server: name }], resolver: resolverFor([dns.address], 60_000) })
  expect(await edge.visit('/')).toMatchObject({ status: 200, text: 'here' })
})

test('an origin’s addresses are kept for as long as DNS says', async () => {
  const dns = await nameServer()
  dns.set(name, { a: ['127.0.0.1'], ttl: 300 })
  const { port } = await testOrigin((_, response) => response.writeHead(200, { connection: 'close' }).end('here'))
  const edge = await testEdge({ sites: [{ port, server: name }], resolver: resolverFor([dns.address], 60_000) })
  for (let i = 0; i < 3; i++) expect((await edge.visit(`/${i}`)).text).toBe('here')
  expect(asked(dns)).toBe(1)
})

test('an origin that can’t be reached any more is looked up again', async () => {
  const dns = await nameServer()
  dns.set(name, { a: ['127.0.0.2'], ttl: 300 })
  const { port } = await testOrigin((_, response) => response.end('moved'))
  const edge = await testEdge({ sites: [{ port, server: name }], resolver: resolverFor([dns.address], 60_000) })
  expect((await edge.visit('/')).status).toBe(502)
  dns.set(name, { a: ['127.0.0.1'], ttl: 300 })
  expect(await edge.visit('/')).toMatchObject({ status: 200, text: 'moved' })
})

test('an origin that breaks off each answer is looked up once', async () => {
  const dns = await nameServer()
  dns.set(name, { a: ['127.0.0.1'], ttl: 300 })
  const server: Server = createServer((socket) => socket.destroy())
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = (server.address() as { port: number }).port
  const edge = await testEdge({ sites: [{ port, server: name }], resolver: resolverFor([dns.address], 60_000) })
  for (let i = 0; i < 3; i++) expect((await edge.visit(`/${i}`)).status).toBe(502)
  expect(asked(dns)).toBe(1)
})

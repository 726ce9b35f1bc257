import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { authorityLimits } from './limits.ts'
import { type Certificate, selfSigned } from '../test/certificate.ts'
import { DnsServer } from '../test/dns-server.ts'
import { freePort } from '../test/free-port.ts'
import { startPebble } from '../test/pebble.ts'
import { scripted } from '../test/scripted-resolver.ts'
import { acmeAuthority } from './acme.ts'
import { askAuthority } from './ask-authority.ts'
import { newPrivateKey, readCertificate } from './certificate.ts'

const hostname = 'www.shop.example'

/** Has this process trust a certificate, as NODE_EXTRA_CA_CERTS does. */
function trust(...certificates: string[]): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, ...certificates])
  onTestFinished(() => setDefaultCACertificates(before))
}

async function listening(server: ReturnType<typeof createServer> | ReturnType<typeof createSecureServer>) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** An authority that answers as a test says. @returns the address of its directory */
async function badAuthority(answer: RequestListener, certificate: Certificate = selfSigned('localhost')) {
  const port = await listening(createSecureServer(certificate, answer))
  trust(certificate.cert)
  return `https://localhost:${port}/dir`
}

/** Pebble, and a server of the host that gives the answers which are published. */
async function world(badNonces = 0) {
  const answers = new Map<string, string>()
  const httpPort = await listening(
    createServer(({ url = '' }, response) => {
      const answer = answers.get(url.replace('/.well-known/acme-challenge/', ''))
      response.statusCode = answer === undefined ? 404 : 200
      response.end(answer)
    }),
  )
  const dns = await DnsServer.start()
  for (const name of [hostname, 'shop.example']) dns.set(name, { a: ['127.0.0.1'] })
  const pebble = await startPebble({ dns: dns.address, httpPort, badNonces })
  onTestFinished(async () => {
    await Promise.all([pebble.stop(), dns.stop()])
  })
  trust(pebble.ca)
  const { directory } = pebble
  const key = newPrivateKey()
  const account = async () => ({ key, url: await acmeAuthority.account({ directory, key, email: 'ops@perf.example' }) })
  return {
    answers,
    directory,
    account,
    order: async (...hostnames: readonly string[]) => ({
      directory,
      account: await account(),
      hostnames: hostnames.length === 0 ? [hostname] : hostnames,
      key: newPrivateKey(),
      publish: async (token: string, answer: string) => void answers.set(token, answer),
      signal: new AbortController().signal,
    }),
  }
}

test('pebble gives a certificate, though it refuses every tenth nonce', async () => {
  const { account, order } = await world(10)
  expect(await account()).toEqual(await account())
  const wanted = await order()
  const chain = await acmeAuthority.certificate(wanted)
  const { issuer, from, until } = readCertificate(chain, wanted.key, [hostname], Date.now())
  expect(issuer).toMatch(/^Pebble Intermediate CA/)
  expect(until - from).toBeLessThanOrEqual(3600_000)
})

test('pebble gives one certificate for a root domain and its www, once both have answered', async () => {
  const { order } = await world()
  const hostnames = [hostname, 'shop.example']
  const proved: string[] = []
  const wanted = await order(...hostnames)
  const publish = async (token: string, answer: string, of: string) => {
    proved.push(of)
    await wanted.publish(token, answer)
  }
  const chain = await acmeAuthority.certificate({ ...wanted, publish })
  readCertificate(chain, wanted.key, hostnames, Date.now())
  expect(proved.toSorted()).toEqual(hostnames.toSorted())
  const gone = await order(hostname, 'gone.example')
  await expect(acmeAuthority.certificate(gone)).rejects.toMatchObject({ problem: 'refused' })
})

test('pebble refuses a host that doesn’t answer as it should', async () => {
  const { order } = await world()
  const silent = { ...(await order()), publish: async () => {} }
  await expect(acmeAuthority.certificate(silent)).rejects.toMatchObject({
    problem: 'refused',
    message: expect.stringMatching(/^The certificate authority refused: .*404/),
  })
  await expect(acmeAuthority.certificate(await order('unknown.example'))).rejects.toMatchObject({ problem: 'refused' })
  await expect(acmeAuthority.certificate(await order('no_host'))).rejects.toMatchObject({ problem: 'refused' })
})

test('an account that pebble doesn’t know is told from other refusals', async () => {
  const { order } = await world()
  const wanted = await order()
  const unknown = { ...wanted.account, url: `${wanted.account.url}0` }
  await expect(acmeAuthority.certificate({ ...wanted, account: unknown })).rejects.toMatchObject({
    problem: 'no-account',
  })
})

const owner = (directory: string) => ({ directory, key: newPrivateKey(), email: null })

test.each([
  [
    'limits its callers',
    { status: 429, type: 'rateLimited', detail: 'too many new\norders', 'retry-after': '120' },
    {
      problem: 'limited',
      waitMs: 120_000,
      message: 'The certificate authority is limiting requests: too many new orders.',
    },
  ],
  [
    'is overloaded',
    { status: 503, type: 'serverInternal', detail: 'Service busy.' },
    { problem: 'away', message: 'The certificate authority failed: Service busy.' },
  ],
  [
    'has an address that isn’t one',
    { status: 404, type: '', detail: '' },
    { problem: 'away', message: 'The certificate authority failed: HTTP 404.' },
  ],
  [
    'redirects',
    { status: 302, type: '', detail: '', location: 'https://localhost/' },
    { problem: 'away', message: 'The certificate authority failed: HTTP 302.' },
  ],
])('an authority that %s', async (_, { status, type, detail, ...headers }, error) => {
  const directory = await badAuthority((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers })
    response.end(JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail }))
  })
  await expect(acmeAuthority.account(owner(directory))).rejects.toMatchObject(error)
})

test('an authority that can’t be reached, or that nobody trusts', async () => {
  const directory = `https://localhost:${await freePort()}/dir`
  await expect(acmeAuthority.account(owner(directory))).rejects.toMatchObject({
    problem: 'away',
    message: 'The certificate authority can’t be reached: the connection was refused.',
  })
  const port = await listening(createSecureServer(selfSigned('localhost'), (_, response) => response.end('{}')))
  await expect(acmeAuthority.account(owner(`https://localhost:${port}/dir`))).rejects.toMatchObject({
    problem: 'away',
    message: 'The certificate authority can’t be reached: the certificate is self-signed.',
  })
})

test('an authority that sends too much', async () => {
  const huge = await badAuthority((_, response) => response.end('x'.repeat(authorityLimits.answerSize + 1)))
  await expect(acmeAuthority.account(owner(huge))).rejects.toMatchObject({
    message: 'The certificate authority sent more than it should.',
  })
})

test('an authority that sends nonsense', async () => {
  const nonsense = await badAuthority((_, response) => response.end('<p>Hello</p>'))
  await expect(acmeAuthority.account(owner(nonsense))).rejects.toMatchObject({
    problem: 'away',
    message: 'The certificate authority failed: its answer couldn’t be understood.',
  })
})

test('the authority is looked up as everything else is', async () => {
  const port = await listening(createServer((_, response) => response.end('{}')))
  const question = { url: `http://authority.test:${port}/`, method: 'get', headers: {}, body: undefined }
  const resolver = scripted({ 'authority.test': ['127.0.0.1'] })
  expect(await askAuthority(question, resolver)).toMatchObject({ status: 200, data: '{}' })
  await expect(askAuthority(question, scripted({}))).rejects.toMatchObject({
    message: 'The certificate authority can’t be reached: no such name.',
  })
})

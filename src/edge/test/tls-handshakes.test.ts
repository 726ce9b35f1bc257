import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type Certificate, selfSigned } from '../../service/test/certificate.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { testEdge, testOrigin } from './edge.ts'
import { certificateFolder, handshake, insertCertificate, shownFor } from './tls.ts'

const fingerprint = ({ cert }: Certificate) => new X509Certificate(cert).fingerprint256

/** An edge with a folder, and what it logs. */
async function edgeWith(put: Readonly<Record<string, Certificate>>, options: object = {}) {
  const folder = certificateFolder()
  for (const [name, pair] of Object.entries(put)) folder.put(name, pair)
  const lines = new PassThrough()
  let logged = ''
  lines.setEncoding('utf8').on('data', (text: string) => (logged += text))
  const origin = await testOrigin((_, response) => response.end('x'))
  const edge = await testEdge({
    sites: [{ port: origin.port }],
    https: { folder: folder.path, ...options },
    log: pino({ level: 'error' }, lines),
  })
  return { edge, folder, logged: () => logged.split('\n').filter(Boolean) }
}

test('the name decides which certificate is shown', async () => {
  const [exact, wildcard, other] = [selfSigned('a.site.example'), selfSigned('*.site.example'), selfSigned('b.example')]
  const { edge } = await edgeWith({ exact, wildcard, other })
  expect(await shownFor(edge, 'a.site.example')).toBe(fingerprint(exact))
  expect(await shownFor(edge, 'A.Site.Example')).toBe(fingerprint(exact))
  expect(await shownFor(edge, 'c.site.example')).toBe(fingerprint(wildcard))
  expect(await shownFor(edge, 'b.example')).toBe(fingerprint(other))
})

test.each([
  ['a name that no certificate has', 'nobody.example'],
  ['a name two labels below a wildcard', 'a.b.site.example'],
  ['no name', undefined],
])('%s ends the handshake, and only that is counted', async (_, name) => {
  const { edge, logged } = await edgeWith({ wildcard: selfSigned('*.site.example') })
  await expect(handshake(edge, name)).rejects.toMatchObject({ code: 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE' })
  expect(edge.httpsCounts).toEqual({ requests: 0, handshakes: 0, failures: 1 })
  expect(logged()).toEqual([])
  expect(await shownFor(edge, 'a.site.example')).toBeDefined()
})

test('TLS 1.2 and 1.3 are spoken, older ones are not', async () => {
  const { edge } = await edgeWith({ site: selfSigned('www.site.example') })
  const versionOf = async (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') => {
    const options = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const
    return (await handshake(edge, 'www.site.example', options)).getProtocol()
  }
  expect(await versionOf('TLSv1.2')).toBe('TLSv1.2')
  expect(await versionOf('TLSv1.3')).toBe('TLSv1.3')
  await expect(versionOf('TLSv1.1')).rejects.toThrow(/alert protocol version/i)
})

test('HTTP/2 is preferred, and what is neither is refused', async () => {
  const { edge } = await edgeWith({ site: selfSigned('www.site.example') })
  const spoken = async (...ALPNProtocols: string[]) =>
    (await handshake(edge, 'www.site.example', { ALPNProtocols })).alpnProtocol
  expect(await spoken('http/1.1', 'h2')).toBe('h2')
  expect(await spoken('http/1.1')).toBe('http/1.1')
  await expect(spoken('smtp')).rejects.toThrow(/alert/i)
})

test('what changes in the folder is seen, and what is broken leaves the one before', async () => {
  const [first, second, third] = [selfSigned('a.example'), selfSigned('a.example'), selfSigned('a.example')]
  const { edge, folder, logged } = await edgeWith({ a: first })
  expect(await shownFor(edge, 'a.example')).toBe(fingerprint(first))
  folder.put('a', second)
  await waitFor(async () => expect(await shownFor(edge, 'a.example')).toBe(fingerprint(second)))
  folder.put('b', selfSigned('b.example'))
  await waitFor(async () => expect(await shownFor(edge, 'b.example')).toBeDefined())

  // the key of another certificate
  folder.write('a.crt', third.cert)
  folder.write('c.crt', 'no certificate')
  await waitFor(() => expect(logged()).toHaveLength(2))
  expect(await shownFor(edge, 'a.example')).toBe(fingerprint(second))
  expect(logged().map((line) => JSON.parse(line) as object)).toMatchObject([
    { certificate: 'a', reason: "The key isn't the certificate's." },
    { certificate: 'c' },
  ])
  folder.write('a.key', third.key)
  await waitFor(async () => expect(await shownFor(edge, 'a.example')).toBe(fingerprint(third)))
  rmSync(join(folder.path, 'b.crt'))
  await waitFor(async () => {
    await expect(shownFor(edge, 'b.example')).rejects.toThrow(/handshake failure/i)
  })
  // each of them once
  expect(logged()).toHaveLength(2)
})

test('a folder that goes away leaves what was in it', async () => {
  const site = selfSigned('www.site.example')
  const { edge, folder, logged } = await edgeWith({ site })
  rmSync(folder.path, { recursive: true })
  await waitFor(() => expect(logged()).toHaveLength(1))
  expect(await shownFor(edge, 'www.site.example')).toBe(fingerprint(site))
})

test('a certificate of the database is shown where the folder has none that is valid', async () => {
  const [own, renewed, expired] = [
    selfSigned('www.site.example'),
    selfSigned('www.site.example'),
    selfSigned('www.site.example', Date.now() - 1000),
  ]
  const { edge, folder } = await edgeWith({})
  const siteId = edge.sites[0]?.id ?? ''
  await insertCertificate(edge, siteId, 'www.site.example', own)
  await edge.follow()
  expect(await shownFor(edge, 'www.site.example')).toBe(fingerprint(own))
  await insertCertificate(edge, siteId, 'www.site.example', renewed)
  await edge.follow()
  expect(await shownFor(edge, 'www.site.example')).toBe(fingerprint(renewed))
  folder.put('expired', expired)
  folder.put('other', selfSigned('other.example'))
  await waitFor(async () => expect(await shownFor(edge, 'other.example')).toBeDefined())
  expect(await shownFor(edge, 'www.site.example')).toBe(fingerprint(renewed))
  await edge.database.db.deleteFrom('certificates').execute()
  await edge.database.db.updateTable('sites').set({ host: 'www.site.example' }).execute()
  await edge.follow()
  // the browser says what is wrong with it
  expect(await shownFor(edge, 'www.site.example')).toBe(fingerprint(expired))
})

test('a certificate for a host that the site had before is not shown', async () => {
  const { edge } = await edgeWith({})
  await insertCertificate(edge, edge.sites[0]?.id ?? '', 'old.site.example', selfSigned('old.site.example'))
  await edge.follow()
  await expect(handshake(edge, 'www.site.example')).rejects.toThrow(/handshake failure/i)
  await expect(handshake(edge, 'old.site.example')).rejects.toThrow(/handshake failure/i)
})

test('a key that cannot be opened is reported once, and breaks nothing', async () => {
  const { edge, logged } = await edgeWith({ other: selfSigned('other.example') })
  const siteId = edge.sites[0]?.id ?? ''
  const site = selfSigned('www.site.example')
  await insertCertificate(edge, siteId, 'www.site.example', { ...site, key: 'no key' })
  await edge.follow()
  for (let i = 0; i < 3; i++) await expect(handshake(edge, 'www.site.example')).rejects.toThrow(/handshake failure/i)
  expect(logged()).toHaveLength(1)
  expect(await shownFor(edge, 'other.example')).toBeDefined()
  await insertCertificate(edge, siteId, 'www.site.example', site)
  await edge.follow()
  expect(await shownFor(edge, 'www.site.example')).toBe(fingerprint(site))
})

/** Asks for something, so that tickets arrive, and resolves with one of them. */
async function ticketOf(socket: TLSSocket): Promise<Buffer> {
  const session = once(socket, 'session') as Promise<[Buffer]>
  socket.write('GET / HTTP/1.1\r\nHost: www.site.example\r\n\r\n')
  const [ticket] = await session
  socket.destroy()
  return ticket
}

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a ticket of %s shortens the next handshake, until it is worth nothing',
  async (maxVersion) => {
    const { edge } = await edgeWith({ site: selfSigned('www.site.example') })
    const first = await handshake(edge, 'www.site.example', { maxVersion })
    const ticket = maxVersion === 'TLSv1.3' ? await ticketOf(first) : first.getSession()
    if (!ticket) throw new Error('There is no ticket.')
    const again = await handshake(edge, 'www.site.example', { maxVersion, session: ticket })
    expect(again.isSessionReused()).toBe(true)
    again.write('GET / HTTP/1.1\r\nHost: www.site.example\r\n\r\n')
    const [answer] = (await once(again, 'data')) as [Buffer]
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  },
)

test('after the key of tickets has changed, old ones lead to a whole handshake', async () => {
  const { edge } = await edgeWith({ site: selfSigned('www.site.example') }, { ticketMs: 1000 })
  const ticket = await ticketOf(await handshake(edge, 'www.site.example'))
  await waitFor(async () => {
    const socket = await handshake(edge, 'www.site.example', { session: ticket })
    expect(socket.isSessionReused()).toBe(false)
    socket.destroy()
  })
  const next = await ticketOf(await handshake(edge, 'www.site.example'))
  expect(next.equals(ticket)).toBe(false)
})

test('a handshake that never comes does not hold up a stop', async () => {
  const { connect } = await import('node:net')
  const { edge } = await edgeWith({ site: selfSigned('www.site.example') })
  const socket = connect(edge.httpsPort ?? 0, '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await edge.stop(50)
  await closed
})

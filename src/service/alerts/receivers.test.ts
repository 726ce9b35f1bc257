import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAlertRule, testAlertRule } from '../../contract/index.ts'
import { resolverFor } from '../../shared/guard/index.ts'
import { mailTransport } from '../mail/index.ts'
import { breakingAt } from '../test/breaking-database.ts'
import { selfSigned } from '../test/certificate.ts'
import { testService } from '../test/service.ts'
import { ownersError, sendAlert, testAlert } from './send.ts'
import { setIncidentEnded, addOpenIncident, sendAll } from './testing.ts'
import { guardedWebhooks } from './webhooks.ts'

interface Message {
  /** The id that receivers know it by. */
  readonly id: string
  readonly text: string
  readonly headers: IncomingMessage['headers']
  /** When it arrived, by the service's clock. */
  readonly at: number
}

const letters: Message[] = []
const posts: Message[] = []
let clockNow = () => 0
/** What the receiver of webhooks does. */
let answer: (status: (code: number, headers?: Record<string, string>) => void) => void = (status) => status(204)

const mailServer = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      letters.push({ id: /^Message-ID: <([^@]+)@/im.exec(text)?.[1] ?? '', text, headers: {}, at: clockNow() })
      done()
    })
  },
})
const receive: RequestListener = (request, reply) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { headers } = request
    posts.push({ id: String(headers['webhook-id']), text: Buffer.concat(chunks).toString(), headers, at: clockNow() })
    answer((code, fields = {}) => reply.writeHead(code, fields).end('ignored'))
  })
}
const receiver = createServer(receive)
const certificate = selfSigned('localhost')
const secureReceiver = createTlsServer(certificate, receive)

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port
beforeAll(async () => {
  await Promise.all(
    [mailServer, receiver, secureReceiver].map(
      (server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    ),
  )
})
afterAll(async () => {
  receiver.closeAllConnections()
  secureReceiver.closeAllConnections()
  await Promise.all(
    [mailServer, receiver, secureReceiver].map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    ),
  )
})
beforeEach(() => {
  letters.length = 0
  posts.length = 0
  answer = (status) => status(204)
})

const guard = { resolver: resolverFor([]), allowPrivateTargets: true }

/** A service that reaches the receivers, with an account. */
async function withReceivers({ allowPrivateTargets = true, timeoutMs = 5000 } = {}) {
  const smtpUrl = `smtp://127.0.0.1:${portOf(mailServer.server)}`
  const service = await testService({
    world: (world) => ({
      ...world,
      mail: mailTransport({ smtpUrl, dataDir: '/nowhere', publicUrl: 'https://perf.example' }),
      webhooks: guardedWebhooks({ ...guard, allowPrivateTargets }, { ca: certificate.cert, timeoutMs }),
    }),
  })
  clockNow = () => service.clock.now()
  const account = await service.makeAccount(await service.makePartner())
  const rule = (body: { channel: 'email' | 'webhook'; url?: string }) =>
    service.ask(createAlertRule.user, { body: { name: 'All', ...body } }, account.key)
  return { ...service, account, rule, url: `http://127.0.0.1:${portOf(receiver)}/hook?token=1` }
}

const minute = 60_000

describe.each(['opened', 'closed'] as const)('whatever is killed when an incident is %s', (change) => {
  test('its alert is sent, and never twice within an hour', { timeout: 120_000 }, async () => {
    const { services, db, clock, account, rule, url } = await withReceivers()
    await rule({ channel: 'email' })
    await rule({ channel: 'webhook', url })
    let statements = 0
    let repeated = 0
    for (let survived = false; !survived; statements++) {
      const id = await addOpenIncident(db, { account_id: account.id, host: `www.n${statements}.example` }, clock.now())
      if (change === 'closed') {
        await sendAll(services)
        await setIncidentEnded(db, id, clock.now())
      }
      for (const list of [letters, posts]) list.length = 0
      const database = breakingAt(services.database, statements)
      survived = await sendAll({ ...services, database }).then(
        () => true,
        () => false,
      )
      for (let waited = 0; waited <= 70; waited += 5) {
        await sendAll(services)
        await clock.advance(5 * minute)
      }
      for (const received of [letters, posts]) {
        const [first, second, ...more] = received
        expect(first, `killed before statement ${statements}`).toBeDefined()
        expect(more).toEqual([])
        if (!first || !second) continue
        repeated++
        expect(second.at - first.at).toBeGreaterThanOrEqual(60 * minute)
        // so that the receiver recognises it
        expect(second.id).toBe(first.id)
      }
      expect(await db.selectFrom('incident_changes').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('alerts').select('id').where('state', '!=', 'sent').execute()).toEqual([])
      if (change === 'opened') await db.deleteFrom('incidents').where('id', '=', id).execute()
      expect(statements).toBeLessThan(100)
    }
    expect(statements).toBeGreaterThan(15)
    // one for each channel, killed after the receiver had it and before that was recorded
    expect(repeated).toBe(2)
  })
})

test('an email says what is wrong, since when, where to look and how to end this', async () => {
  const { services, db, clock, account, rule } = await withReceivers()
  await rule({ channel: 'email' })
  const id = await addOpenIncident(db, { account_id: account.id, host: 'www.a.example' }, clock.now())
  await sendAll(services)
  // without the breaks of long lines
  const text = letters[0]?.text.replaceAll(/=\r?\n/g, '')
  expect(text).toContain('Subject: Down: www.a.example (HTTP 503)')
  for (const part of [
    'Since:   21 Nov 2026, 08:00 UTC',
    'Cause:   HTTP 503',
    `https://perf.example/incidents/${id}`,
    'https://perf.example/alerts',
    'rule =E2=80=9CAll=E2=80=9D',
  ])
    expect(text).toContain(part)
  await setIncidentEnded(db, id, clock.now())
  await sendAll(services)
  expect(letters[1]?.text).toContain('Subject: Recovered: www.a.example (was down)')
})

test('a webhook is JSON, signed as Standard Webhooks says', async () => {
  const { services, db, clock, account, rule, url } = await withReceivers()
  const { secret = '' } = await rule({ channel: 'webhook', url })
  const incident = await addOpenIncident(db, { account_id: account.id, host: 'www.a.example' }, clock.now())
  await sendAll(services)
  const [post] = posts
  if (!post) throw new Error('nothing came')
  const { headers, text } = post
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64')).update(signed)
  expect(headers['webhook-signature']).toBe(`v1,${hmac.digest('base64')}`)
  expect(Number(headers['webhook-timestamp'])).toBe(clock.now() / 1000)
  expect(headers['content-type']).toBe('application/json')
  expect(JSON.parse(text)).toMatchObject({
    type: 'incident.opened',
    data: { rule: 'All', account: { id: account.id }, incident: { id: incident, cause: 'HTTP 503', ended_at: null } },
  })
})

test('a webhook is sent over TLS with a certificate that is checked', async () => {
  const { ask, account, rule } = await withReceivers()
  const good = await rule({ channel: 'webhook', url: `https://localhost:${portOf(secureReceiver)}/` })
  const bad = await rule({ channel: 'webhook', url: `https://127.0.0.1:${portOf(secureReceiver)}/` })
  const sent = (rule_id: string) => ask(testAlertRule.user, { path: { rule_id } }, account.key)
  expect(await sent(good.id)).toEqual({ sent: true, error: null })
  expect(posts).toHaveLength(1)
  expect((await sent(bad.id)).error).toMatch(/^No secure connection to 127\.0\.0\.1: the certificate/)
})

test('private addresses are refused, and nothing is sent there', async () => {
  const { ask, account, rule } = await withReceivers({ allowPrivateTargets: false })
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254']) {
    const { id } = await rule({ channel: 'webhook', url: `http://${host}:${portOf(receiver)}/` })
    const { sent, error } = await ask(testAlertRule.user, { path: { rule_id: id } }, account.key)
    expect([sent, error]).toEqual([false, expect.stringContaining('is not a public address')])
  }
  expect(posts).toEqual([])
})

test('a redirect is an answer, and isn’t followed', async () => {
  const { ask, account, rule, url } = await withReceivers()
  answer = (status) => status(307, { Location: url })
  const { id } = await rule({ channel: 'webhook', url })
  expect(await ask(testAlertRule.user, { path: { rule_id: id } }, account.key)).toEqual({
    sent: false,
    error: `The recipient answered 307. It names a new address: ${url}`,
  })
  expect(posts).toHaveLength(1)
})

/** A receiver that answers with bytes as they are. */
const rawAnswers: string[] = []
const rawReceiver = createRawServer((socket) => {
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (!/\r\n\r\n[^]*\}$/.test(text)) return
    text = ''
    const answered = rawAnswers[0] ?? ''
    if (answered.endsWith('…')) socket.write(answered.slice(0, -1), 'latin1')
    else socket.end(answered, 'latin1')
  })
})
beforeAll(() => new Promise<void>((resolve) => rawReceiver.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => rawReceiver.close(() => resolve())))

const good = 'sent'
const refused = (error: string) => `refused: ${error}`
const unknown = (why: string) => `unknown: 127.0.0.1:${portOf(rawReceiver)} did not answer${why}.`

test('any 2xx is success, and other answers say what they are, however sloppy their heads', async () => {
  const { services, rule, db } = await withReceivers({ timeoutMs: 1500 })
  const url = `http://127.0.0.1:${portOf(rawReceiver)}/hook`
  await rule({ channel: 'webhook', url })
  const row = await db.selectFrom('alert_rules').selectAll().executeTakeFirstOrThrow()
  const long = 'x'.repeat(300_000)
  const noHttp = unknown(': the connection was closed, or what came is not HTTP')
  for (const [bytes, expected] of [
    ['HTTP/1.1 200 OK\r\nServer: a\r\n\r\nok', good],
    ['HTTP/1.1 204 No Content\r\n\r\n', good],
    ['HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n', good],
    ['HTTP/1.0 299\r\n\r\n', good],
    ['HTTP/1.1 202 Accepted\nServer : a\nX\n folded: b\n\n', good],
    ['\r\nHTTP/1.1  200 OK\r\ncaf\xe9: \xfc\x00\r\n: \r\n\r\n', good],
    ['HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz', good],
    ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 201 Created\r\n\r\n', good],
    // closed after the head or within it, without an end, or too large
    ['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n', good],
    ['HTTP/1.1 200 OK', good],
    ['HTTP/1.1 200 OK\r\nServer: a\r\n…', good],
    ['HTTP/1.1 200 OK\r\n\r\nbody…', good],
    [`HTTP/1.1 200 OK\r\nA: ${long}\r\nB: …`, good],
    ['HTTP/1.1 500 Oops\nX\n\n', refused('The recipient answered 500.')],
    ['HTTP/1.1 404\r\n', refused('The recipient answered 404.')],
    [
      'HTTP/1.1 301 Moved\r\nlocation : /new?a=1\r\n\r\n',
      refused(`The recipient answered 301. It names a new address: ${new URL('/new?a=1', url).href}`),
    ],
    [
      'HTTP/1.1 308 Moved\r\nLocation: https://new.example/\x1b[1m\r\n\r\n',
      refused('The recipient answered 308. It names a new address: https://new.example/%1B[1m'),
    ],
    ['HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n', refused('The recipient answered 302.')],
    ['HTTP/1.1 302 Found\r\n\r\n', refused('The recipient answered 302.')],
    [
      'HTTP/1.1 429 Slow down\r\nRetry-After: 3600\r\n\r\n',
      refused('The recipient answered 429. It asks to wait 1 hour.'),
    ],
    ['HTTP/1.1 413\r\nretry-after:90\r\n\r\n', refused('The recipient answered 413. It asks to wait 90 seconds.')],
    ['', noHttp],
    ['200 OK\r\n\r\n', noHttp],
    ['HTTP/1.1 2000 OK\r\n\r\n', noHttp],
    ['HTTP/1.1 100 Continue\r\n\r\n…', unknown(' in time')],
    ['HTTP/1.1 101 Switching Protocols\r\n\r\n', unknown(': it switched to another protocol')],
  ] as const) {
    rawAnswers[0] = bytes
    const outcome = await sendAlert(testAlert('a'), row, { address: null, incidents: [], total: 0 }, services)
    const told = outcome.kind === 'sent' ? 'sent' : `${outcome.kind}: ${ownersError(outcome)}`
    expect.soft(told, JSON.stringify(bytes.slice(0, 80))).toBe(expected)
  }
})

describe('a webhook that isn’t accepted', () => {
  const stateOf = ({ db }: Awaited<ReturnType<typeof withReceivers>>) =>
    db
      .selectFrom('alerts')
      .select(['state', 'attempts', 'last_error'])
      .where('what', '!=', 'failing')
      .executeTakeFirstOrThrow()

  test('is tried again with back-off, and succeeds later', async () => {
    const world = await withReceivers()
    await world.rule({ channel: 'webhook', url: world.url })
    answer = (status) => status(503)
    await addOpenIncident(world.db, { account_id: world.account.id, host: 'www.a.example' }, world.clock.now())
    await sendAll(world.services)
    expect(await stateOf(world)).toEqual({ state: 'waiting', attempts: 1, last_error: 'The recipient answered 503.' })
    await sendAll(world.services)
    expect(posts).toHaveLength(1)
    answer = (status) => status(200)
    await world.clock.advance(minute)
    await sendAll(world.services)
    expect(posts.map(({ id }) => id)).toEqual([posts[0]?.id, posts[0]?.id])
    expect(await stateOf(world)).toEqual({ state: 'sent', attempts: 2, last_error: null })
  })

  test('is tried again when the receiver asks for it, and so is what comes up meanwhile', async () => {
    const world = await withReceivers()
    const { clock, db, account, services } = world
    await world.rule({ channel: 'webhook', url: world.url })
    for (const asked of ['3600', () => new Date(clock.now() + 60 * minute).toUTCString()]) {
      posts.length = 0
      answer = (status) => status(429, { 'Retry-After': typeof asked === 'string' ? asked : asked() })
      await addOpenIncident(db, { account_id: account.id, host: `www.${clock.now()}.example` }, clock.now())
      await sendAll(services)
      answer = (status) => status(200)
      await addOpenIncident(db, { account_id: account.id, host: `more.${clock.now()}.example` }, clock.now())
      for (let waited = 0; waited < 59; waited++) {
        await sendAll(services)
        await clock.advance(minute)
      }
      expect(posts).toHaveLength(1)
      await clock.advance(2 * minute)
      await sendAll(services)
      expect(posts).toHaveLength(3)
    }
  })

  test('is given up after a day', async () => {
    const world = await withReceivers()
    await world.rule({ channel: 'webhook', url: world.url })
    answer = (status) => status(500)
    await addOpenIncident(world.db, { account_id: world.account.id, host: 'www.a.example' }, world.clock.now())
    for (let waited = 0; waited < 26 * 60; waited += 10) {
      await sendAll(world.services)
      await world.clock.advance(10 * minute)
    }
    const { state, attempts } = await stateOf(world)
    expect(state).toBe('failed')
    expect(attempts).toBeGreaterThan(20)
    expect(attempts).toBeLessThan(50)
    expect(posts).toHaveLength(attempts)
  })

  test('isn’t sent again for an hour if the receiver may have it', async () => {
    const world = await withReceivers({ timeoutMs: 200 })
    await world.rule({ channel: 'webhook', url: world.url })
    answer = () => {}
    await addOpenIncident(world.db, { account_id: world.account.id, host: 'www.a.example' }, world.clock.now())
    for (let waited = 0; waited < 60; waited += 10) {
      await sendAll(world.services)
      await world.clock.advance(10 * minute)
    }
    expect(posts).toHaveLength(1)
    answer = (status) => status(200)
    await sendAll(world.services)
    expect(posts).toHaveLength(2)
  })

  test('turns the rule off where the receiver is gone for good', async () => {
    const world = await withReceivers()
    await world.rule({ channel: 'webhook', url: world.url })
    answer = (status) => status(410)
    await addOpenIncident(world.db, { account_id: world.account.id, host: 'www.a.example' }, world.clock.now())
    await sendAll(world.services)
    expect(await stateOf(world)).toMatchObject({ state: 'failed', attempts: 1 })
    expect(await world.db.selectFrom('alert_rules').select('enabled').execute()).toEqual([{ enabled: 0 }])
  })
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptInvitation, createAccount, invite, requestReset, resetPassword } from '../../contract/index.ts'
import { mailLimits } from './limits.ts'
import { freePort } from '../test/free-port.ts'
import { peopleWorld, sessionIn } from '../test/people-world.ts'
import { nextPassword, testPassword } from '../test/password.ts'
import { scripted } from '../test/scripted-resolver.ts'
import { type TestOptions, testService } from '../test/service.ts'
import { mailTransport } from './transport.ts'
import { waitFor } from '../test/wait-for.ts'

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly message: string
}

const received: Received[] = []
let refusals = 0

const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo(_, __, done) {
    if (refusals-- > 0) done(new Error('4.3.2 not now'))
    else done()
  },
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push({
        from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        to: envelope.rcptTo.map(({ address }) => address),
        message: Buffer.concat(chunks).toString(),
      })
      done()
    })
  },
})

let smtpUrl: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
beforeEach(() => {
  received.length = 0
  refusals = 0
})

/** A world whose mail goes to the server. */
const bySmtp: TestOptions = {
  world: (world) => ({
    ...world,
    mail: mailTransport({ smtpUrl, dataDir: '/nowhere', publicUrl: 'https://perf.example' }),
  }),
}

async function serviceBySmtp() {
  const service = await testService(bySmtp)
  await service.mailer.start()
  const partner = await service.makePartner()
  const path = { partner_id: partner.id }
  const make = () =>
    service.ask(
      createAccount,
      { path, body: { email: 'ada@example.com', site: 'www.a.example', first_name: 'Zoë' } },
      partner.key,
    )
  return { ...service, make }
}

describe('over SMTP', () => {
  test('the welcome email arrives with account ID and password but without the API key', async () => {
    const { make, db } = await serviceBySmtp()
    const { user_id, api_key } = await make()
    const mail = await waitFor(() => {
      expect(received).toHaveLength(1)
      return received[0]
    })
    expect(mail).toMatchObject({ from: 'no-reply@perf.example', to: ['ada@example.com'] })
    const text = plain(mail?.message ?? '')
    expect(text).toContain('Hello Zoë')
    expect(text).toContain(user_id)
    expect(text).toMatch(/Password: +[\w-]{16}\s/)
    expect(mail?.message).not.toContain(api_key)
    expect(text).not.toContain(api_key)
    await waitFor(async () => expect(await db.selectFrom('mails').selectAll().execute()).toEqual([]))
  })

  test('people join by the link of an invitation, and set a new password by the link that they ask for', async () => {
    const { signedIn, browser, account } = await peopleWorld(bySmtp)
    const email = 'grace@example.com'
    const linkTo = (page: string) =>
      waitFor(() => {
        const link = new RegExp(`https://perf\\.example/${page}#(\\S+)`)
        const mails = received.filter(({ to }) => to.includes(email))
        const [token] = mails.flatMap(({ message }) => link.exec(plain(message))?.[1] ?? [])
        expect(token).toBeDefined()
        return token
      })
    await (await signedIn()).ask(invite.user, { body: { email, role: 'operator' } })
    const guest = browser()
    const joined = await guest.ask(acceptInvitation, {
      body: { token: await linkTo('invitation'), name: 'Grace', password: testPassword },
    })
    expect(sessionIn(joined)).toMatchObject({ person: { email }, memberships: [{ id: account.id, role: 'operator' }] })

    await browser().ask(requestReset, { body: { email } })
    const reset = { body: { token: await linkTo('reset'), new_password: nextPassword } }
    expect((await browser().ask(resetPassword, reset)).status).toBe(200)
    expect((await browser().ask(resetPassword, reset)).status).toBe(409)
    expect((await browser().signIn(email, testPassword)).status).toBe(401)
    expect(sessionIn(await browser().signIn(email, nextPassword))).toMatchObject({ person: { email } })
  })

  test('a refused email is retried and arrives once', async () => {
    refusals = 1
    const { make, db, clock } = await serviceBySmtp()
    await make()
    await waitFor(async () =>
      expect(await db.selectFrom('mails').select('attempts').execute()).toEqual([{ attempts: 1 }]),
    )
    expect(received).toEqual([])
    await waitFor(async () => {
      await clock.advance(5000)
      expect(received).toHaveLength(1)
    })
    await waitFor(async () => expect(await db.selectFrom('mails').selectAll().execute()).toEqual([]))
    expect(received).toHaveLength(1)
  })

  test.each([
    ['credentials', (port: string) => `smtp://user:secret@127.0.0.1:${port}`],
    ['a server on another machine', (port: string) => `smtp://0.0.0.0:${port}`],
    ['credentials and ignoreTLS', (port: string) => `smtp://user:secret@127.0.0.1:${port}?ignoreTLS=true`],
    ['credentials and requireTLS=false', (port: string) => `smtp://user:secret@127.0.0.1:${port}?requireTLS=false`],
    [
      'credentials and opportunisticTLS',
      (port: string) => `smtp://user:secret@127.0.0.1:${port}?opportunisticTLS=true`,
    ],
    ['another host in the query', (port: string) => `smtp://0.0.0.0:${port}?host=127.0.0.1&ignoreTLS=true`],
  ])('nothing is sent in clear text with %s', async (_, urlFor) => {
    const commands: string[] = []
    const plainServer = createServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (data) => {
        const text = data.toString()
        commands.push(text)
        socket.write(/^EHLO/i.test(text) ? '250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n' : '502 5.5.1 no\r\n')
      })
      socket.on('error', () => {})
    }).listen(0, '0.0.0.0')
    await new Promise((resolve) => plainServer.once('listening', resolve))
    const address = plainServer.address()
    const port = String(typeof address === 'object' ? address?.port : '')
    const mail = mailTransport({ smtpUrl: urlFor(port), dataDir: '/x', publicUrl: 'http://127.0.0.1' })
    await expect(mail.send({ to: 'a@example.com', subject: 's', text: 't', html: '' })).rejects.toThrow(/STARTTLS|TLS/i)
    expect(commands.join('')).not.toMatch(/AUTH|MAIL FROM/)
    await new Promise((resolve) => plainServer.close(resolve))
  })

  test('a reply without end fails the attempt', async () => {
    let sent = 0
    const endless = createServer((socket) => {
      const send = () => {
        while (!socket.destroyed && sent < 64 * mailLimits.reply) {
          sent += 1024
          if (!socket.write('220-' + 'x'.repeat(1018) + '\r\n')) return void socket.once('drain', send)
        }
      }
      socket.on('error', () => {})
      send()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => endless.once('listening', resolve))
    const address = endless.address()
    const port = typeof address === 'object' ? address?.port : ''
    const mail = mailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: '/x', publicUrl: 'http://127.0.0.1' })
    await expect(mail.send({ to: 'a@example.com', subject: 's', text: 't', html: '' })).rejects.toThrow(
      /too (large|long|big)|exceed/i,
    )
    await new Promise((resolve) => endless.close(resolve))
  })

  test('the server is looked up as everything else is', async () => {
    const port = new URL(smtpUrl).port
    const settings = { smtpUrl: `smtp://mail.test:${port}`, dataDir: '/x', publicUrl: 'http://127.0.0.1' }
    const resolver = scripted({ 'mail.test': ['127.0.0.1'] })
    const mail = mailTransport(settings, resolver)
    // found, but it has no TLS; asked for each email
    for (let i = 0; i < 2; i++)
      await expect(mail.send({ to: 'a@example.com', subject: 's', text: 't', html: '' })).rejects.toThrow(
        /STARTTLS|TLS/i,
      )
    expect(resolver.asked).toEqual(['mail.test', 'mail.test'])
    await expect(
      mailTransport(settings, scripted({})).send({ to: 'a@example.com', subject: 's', text: 't', html: '' }),
    ).rejects.toMatchObject({ code: 'dns-failed', message: 'mail.test could not be resolved: no such name.' })
  })

  test('an unreachable server fails the attempt', async () => {
    const port = await freePort()
    const mail = mailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: '/x', publicUrl: 'http://127.0.0.1' })
    await expect(mail.send({ to: 'a@example.com', subject: 's', text: 't', html: '' })).rejects.toThrow(
      `No connection to 127.0.0.1 on port ${port}: the connection was refused.`,
    )
  })
})

describe('without a server', () => {
  test('each email is a complete file in the outbox that only its owner can read', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outbox '))
    try {
      const mail = mailTransport({ smtpUrl: null, dataDir, publicUrl: 'http://[::1]:4000' })
      const letter = {
        to: 'ada@example.com',
        subject: 'Grüße',
        text: 'Hello Zoë,\nthe password.\n',
        html: '<p>Hello Zoë</p>',
      }
      await Promise.all([mail.send(letter), mail.send(letter)])
      const folder = join(dataDir, 'outbox')
      const files = readdirSync(folder)
      expect(files).toHaveLength(2)
      for (const file of files) {
        expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/)
        const message = readFileSync(join(folder, file), 'utf8')
        expect(message).toContain('To: ada@example.com\r\n')
        expect(message).toMatch(/no-reply@\[ipv6:::1\]/i)
        expect(plain(message)).toContain('Hello Zoë,')
        expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
      }
      expect(statSync(folder).mode & 0o077).toBe(0)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})

/** The decoded plain text of a message. */
function plain(message: string): string {
  const at = message.search(/\r?\n\r?\n/)
  const [head, body] = [message.slice(0, at), message.slice(at).trim()]
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  if (boundary)
    return plain(
      body
        .split(`--${boundary}`)
        .find((part) => part.includes('text/plain'))
        ?.trim() ?? '',
    )
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/transfer-encoding: quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { createAccount, readAccount, sendWelcomeEmail, updateAccountEmail } from '../../contract/index.ts'
import { type TestOptions, testService, type TestService } from '../test/service.ts'
import type { Letter } from '../world/world.ts'
import { mailLimits } from './limits.ts'
import { Mailer, queueWelcomeMail, retryAfter } from './mailer.ts'
import { isPassword } from '../secrets/index.ts'
import { waitFor } from '../test/wait-for.ts'
import { testTwoClocks } from '../test/two-clocks.ts'

const second = 1000
const minute = 60 * second

async function addon(options: TestOptions = {}) {
  const service = await testService(options)
  await service.mailer.start()
  const partner = await service.makePartner({ addon: true })
  const path = { partner_id: partner.id }
  const make = (email: string, deferred_creation = false) =>
    service.ask(createAccount, { path, body: { email, site: 'www.a.example', deferred_creation } }, partner.key)
  const rename = (account_id: string, new_email: string) =>
    service.ask(updateAccountEmail, { path: { ...path, account_id }, body: { new_email } }, partner.key)
  const welcome = (account_id: string) => service.ask(sendWelcomeEmail, { path: { ...path, account_id } }, partner.key)
  const stateOf = async (account_id: string) =>
    (await service.ask(readAccount, { path: { ...path, account_id } }, partner.key)).welcome_email
  return { ...service, make, rename, welcome, stateOf }
}

const waiting = ({ db }: TestService) => db.selectFrom('mails').selectAll().execute()
/** Advances the clock until the given number of emails has arrived. */
const lettersTo = ({ world, clock }: TestService, count: number, step = 0): Promise<Letter[]> =>
  waitFor(async () => {
    if (world.mail.letters.length < count) await clock.advance(step)
    expect(world.mail.letters).toHaveLength(count)
    return world.mail.letters
  }, 5)
/** An attempt in progress holds its mail for half a minute; a failed one keeps it for a minute or more. */
const failureStored = (service: TestService) =>
  waitFor(async () => expect((await waiting(service))[0]?.next_at).toBeGreaterThan(service.clock.now() + 30 * second))
/** Long enough to notice what shouldn't happen. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 40))

describe('the welcome email', () => {
  test('is sent at once with account ID and password but without the API key, and then deleted', async () => {
    const service = await addon()
    const { user_id, api_key } = await service.make('Ada@Example.com')
    const [letter] = await lettersTo(service, 1)
    expect(letter?.to).toBe('Ada@Example.com')
    expect(letter?.text).toContain(user_id)
    expect(letter?.text).toContain('https://perf.example')
    expect(letter?.text).toMatch(/Password: +\S{16}\n/)
    expect(letter?.text).toMatch(/Sign in with your email address and this password[^]*Email: +Ada@Example.com/)
    expect(JSON.stringify(letter)).not.toContain(api_key)
    await waitFor(async () => expect(await waiting(service)).toEqual([]))
    await service.clock.advance(2 * 60 * minute)
    await settle()
    expect(service.world.mail.letters).toHaveLength(1)
  })

  test('is held by deferred_creation until the email address is updated, then sent to the new one', async () => {
    const service = await addon()
    const { user_id } = await service.make('old@example.com', true)
    await service.clock.advance(2 * 60 * minute)
    await settle()
    expect(service.world.mail.letters).toEqual([])
    await service.rename(user_id, 'new@example.com')
    expect(await lettersTo(service, 1)).toMatchObject([{ to: 'new@example.com' }])
    await waitFor(async () => expect(await waiting(service)).toEqual([]))
    // whoever has the first address knows the password, so it isn't the second one's
    await service.rename(user_id, 'newer@example.com')
    const letters = await lettersTo(service, 3)
    expect(letters.filter(({ to }) => to === 'new@example.com')).toHaveLength(2)
    expect(letters.find(({ to }) => to === 'newer@example.com')?.text).toMatch(/\/reset#[\w-]{43}/)
  })

  test('that was held back can be sent on demand', async () => {
    const service = await addon()
    const { user_id } = await service.make('a@example.com', true)
    expect(await service.stateOf(user_id)).toEqual({ state: 'held', attempts: 0 })
    expect(await service.welcome(user_id)).toEqual({ email: 'a@example.com', new_password: false })
    expect(await lettersTo(service, 1)).toMatchObject([{ to: 'a@example.com' }])
    await waitFor(async () => expect(await service.stateOf(user_id)).toEqual({ state: 'sent', attempts: 0 }))
  })

  test('that couldn’t be sent is tried again on demand', async () => {
    const service = await addon()
    vi.spyOn(service.world.mail, 'send').mockRejectedValueOnce(new Error('no'))
    const { user_id } = await service.make('a@example.com')
    await failureStored(service)
    expect(await service.stateOf(user_id)).toEqual({ state: 'waiting', attempts: 1 })
    expect((await service.welcome(user_id)).new_password).toBe(false)
    await lettersTo(service, 1)
  })

  test('that was sent is sent again with a new password, which replaces the old one', async () => {
    const service = await addon()
    const { user_id } = await service.make('a@example.com')
    await lettersTo(service, 1)
    await waitFor(async () => expect(await waiting(service)).toEqual([]))
    expect((await service.welcome(user_id)).new_password).toBe(true)
    const passwords = (await lettersTo(service, 2)).map(({ text }) => /Password: +(\S{16})\n/.exec(text)?.[1] ?? '')
    expect(new Set(passwords).size).toBe(2)
    const { password_hash } = await service.db
      .selectFrom('people')
      .select('password_hash')
      .where('email', '=', 'a@example.com')
      .executeTakeFirstOrThrow()
    const holds = await Promise.all(passwords.map((password) => isPassword(password, password_hash)))
    expect(holds).toEqual([false, true])
  })

  test('goes out on demand five times an hour at most', async () => {
    const service = await addon()
    const { user_id } = await service.make('a@example.com')
    for (let i = 0; i < 5; i++) await service.welcome(user_id)
    await expect(service.welcome(user_id)).rejects.toThrow('429')
  })

  test('is stored with its password encrypted', async () => {
    const service = await addon()
    service.world.mail.broken = true
    await service.make('a@example.com')
    await waitFor(async () => expect((await waiting(service))[0]?.attempts).toBe(1))
    const [mail] = await waiting(service)
    await settle()
    service.world.mail.broken = false
    const [letter] = await lettersTo(service, 1, 5 * second)
    const password = /Password: +(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
    expect(password).toHaveLength(16)
    expect(JSON.stringify(mail)).not.toContain(password)
    expect(service.services.vault.open(mail?.secret_sealed ?? '')).toBe(password)
  })

  test('is deleted with its account', async () => {
    const service = await addon()
    await service.make('a@example.com', true)
    await service.db.deleteFrom('accounts').execute()
    expect(await waiting(service)).toEqual([])
  })
})

describe('an email that is refused', () => {
  test('is retried after 1, 5 and 30 minutes, then every hour', async () => {
    expect([1, 2, 3, 4, 5, 100].map((attempts) => retryAfter(attempts) / minute)).toEqual([1, 5, 30, 60, 60, 60])
    const service = await addon()
    const { clock, world } = service
    world.mail.broken = true
    const tried = vi.spyOn(world.mail, 'send')
    await service.make('a@example.com')
    await waitFor(() => expect(tried).toHaveBeenCalledTimes(1))
    await failureStored(service)
    for (const [i, wait] of [1, 5, 30, 60, 60].entries()) {
      await clock.advance(wait * minute - 10 * second)
      await settle()
      expect(tried, `before ${wait} minutes`).toHaveBeenCalledTimes(i + 1)
      // one more step, in case a delivery run was in progress
      await waitFor(async () => {
        await clock.advance(5 * second)
        expect(tried, `after ${wait} minutes`).toHaveBeenCalledTimes(i + 2)
      })
      await failureStored(service)
    }
    world.mail.broken = false
    await lettersTo(service, 1, minute)
  })

  test('is retried whenever the service starts', async () => {
    const service = await addon()
    service.world.mail.broken = true
    await service.make('a@example.com')
    await waitFor(async () => expect((await waiting(service))[0]?.attempts).toBe(1))
    await settle()
    service.world.mail.broken = false
    await service.start()
    expect(await lettersTo(service, 1)).toMatchObject([{ to: 'a@example.com' }])
  })

  test('is logged with the server’s reply in one short line', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk: Buffer, _, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    const service = await addon({ log: pino({ level: 'warn' }, stream) })
    vi.spyOn(service.world.mail, 'send').mockRejectedValue(new Error(`550 no\r\n${'x'.repeat(5000)}`))
    await service.make('bad@example.com')
    await waitFor(() => expect(lines).toHaveLength(1))
    expect(lines[0]).toContain('550 no x')
    expect(lines[0]?.length).toBeLessThan(600)
  })

  test('doesn’t delay other emails', async () => {
    const service = await addon()
    const { mail } = service.world
    const send = mail.send.bind(mail)
    vi.spyOn(mail, 'send').mockImplementation((letter) =>
      letter.to === 'bad@example.com' ? Promise.reject(new Error('550')) : send(letter),
    )
    await service.make('bad@example.com')
    await service.make('good@example.com')
    expect(await lettersTo(service, 1)).toMatchObject([{ to: 'good@example.com' }])
    await waitFor(async () => expect(await waiting(service)).toHaveLength(1))
  })
})

testTwoClocks('an email', {
  table: 'mails',
  column: 'next_at',
  lengthMs: mailLimits.attempt,
  async prepare({ db, services }) {
    const account = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
    await queueWelcomeMail(db, account, 'secret', false, services)
  },
  async take({ services, done }) {
    const mailer = new Mailer(services)
    await mailer.start()
    return Promise.race([done, mailer.stop().then(() => 0)])
  },
})

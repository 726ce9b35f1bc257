import { describe, expect, test } from 'vitest'
import {
  beginAuthenticator,
  confirmAuthenticator,
  listPeople,
  proveYourself,
  removeAuthenticator,
} from '../../contract/index.ts'
import { byCode, codeOf, factorsIn, withApp } from '../test/factors.ts'
import { testPassword } from '../test/password.ts'
import { peopleWorld, sessionIn } from '../test/people-world.ts'

const minute = 60_000

describe('an authenticator app', () => {
  test('counts once its first code has come, and then comes after the password', async () => {
    const { signedIn, browser, owner, clock, db } = await peopleWorld()
    const here = await signedIn()
    const { secret, uri } = (await here.ask(beginAuthenticator)).body as { secret: string; uri: string }
    expect(uri).toMatch(/^otpauth:\/\/totp\/Site%20Performance:Ada%40Example\.com\?issuer=Site%20Performance&secret=/)
    expect(JSON.stringify(await db.selectFrom('authenticators').selectAll().execute())).not.toContain(secret)
    expect((await here.ask(confirmAuthenticator, { body: { code: '000000' } })).status).toBe(422)
    expect(sessionIn(await browser().signIn(owner.email))).not.toBeNull()
    await here.ask(confirmAuthenticator, { body: { code: codeOf(secret, clock.now()) } })

    await clock.advance(minute)
    const there = browser()
    const answer = await there.signIn(owner.email, testPassword, true)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      session: null,
      second_factor: { kinds: ['authenticator'], ends_at: '2026-11-21T08:06:00.000Z' },
    })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-site-performance-pending=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(sessionIn(await byCode(there, codeOf(secret, clock.now())))).toMatchObject({
      method: 'password',
      kept: true,
    })
    expect((await there.ask(listPeople.user)).status).toBe(200)
  })

  test('takes the code of the step before and after, each once, and none before it', async () => {
    const { browser, owner, secret, clock } = await withApp()
    const signInAt = async (at: number) => {
      const there = browser()
      await there.signIn(owner.email)
      return (await byCode(there, codeOf(secret, at))).status
    }
    const now = clock.now()
    expect(await signInAt(now - 60_000)).toBe(422)
    expect(await signInAt(now + 60_000)).toBe(422)
    expect(await signInAt(now - 30_000)).toBe(200)
    expect(await signInAt(now - 30_000)).toBe(422)
    expect(await signInAt(now + 30_000)).toBe(200)
    expect(await signInAt(now)).toBe(422)
  })

  test('takes the code of one of two who send it at the same time', async () => {
    const { browser, owner, code } = await withApp()
    const both = [browser(), browser()]
    for (const one of both) await one.signIn(owner.email)
    const answers = await Promise.all(both.map((one) => byCode(one, code())))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('isn’t guessed: five codes end the sign-in, and ten the tries with the email address', async () => {
    const { browser, owner, code } = await withApp()
    const there = browser()
    await there.signIn(owner.email)
    for (let i = 0; i < 5; i++) expect((await byCode(there, '000000')).status).toBe(422)
    expect((await byCode(there, code())).status).toBe(401)
    await there.signIn(owner.email)
    for (let i = 0; i < 5; i++) await byCode(there, '000000')
    const refused = await there.signIn(owner.email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('can’t be replaced by beginning another, and goes with a proof', async () => {
    const { here, clock } = await withApp()
    expect((await here.ask(beginAuthenticator)).status).toBe(409)
    await clock.advance(10 * minute)
    expect((await here.ask(removeAuthenticator)).status).toBe(403)
    await here.ask(proveYourself, { body: { password: testPassword } })
    expect(factorsIn(await here.ask(removeAuthenticator)).authenticator).toBeNull()
    expect((await here.ask(removeAuthenticator)).status).toBe(404)
  })
})

test('an app’s codes are limited for a day, too, wherever they come from', async () => {
  const { owner, services, browser, code } = await withApp()
  for (let i = 0; i < 30; i++) await services.limits.codes.count(owner.id)
  const there = browser()
  await there.signIn(owner.email)
  expect((await byCode(there, code())).status).toBe(429)
})

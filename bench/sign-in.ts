import { performance } from 'node:perf_hooks'
import { v7 as uuid } from 'uuid'
import { requestReset, signIn } from '../src/contract/index.ts'
import { startMock } from '../e2e/mock/mock.ts'
import { passwordHash } from '../src/service/secrets/index.ts'
import { testPassword } from '../src/service/test/password.ts'
import { systemClock } from '../src/service/world/world.ts'
import { printTable, timesOf } from './measure.ts'

const tries = 200
/** How far the medians may be apart: more would say who is known. */
const maxApart = 0.1

const inMs = (ms: number) => `${ms.toFixed(1)} ms`

const mock = await startMock({
  clock: systemClock,
  size: { accounts: 50, daysOfSamples: 1, daysElsewhere: 0.1, trafficEverywhere: false },
})
try {
  const { app, services } = mock.service
  const now = Date.now()
  const password_hash = await passwordHash(testPassword)
  const emails = Array.from({ length: tries }, (_, i) => `known${i}@example.com`)
  const account = await services.database.db.selectFrom('accounts').select('id').limit(1).executeTakeFirstOrThrow()
  const person = { name: 'Ada', password_hash, password_is_generated: 0, password_set_at: now, created_at: now }
  const people = emails.map((email) => ({ id: uuid(), email, email_lower: email, ...person }))
  await services.database.db.insertInto('people').values(people).execute()
  // whoever belongs somewhere has failures counted there, and is mailed
  const membership = { partner_id: null, account_id: account.id, role: 'viewer', created_at: now, last_seen_at: null }
  await services.database.db
    .insertInto('memberships')
    .values(people.map(({ id }) => ({ id: uuid(), person_id: id, ...membership })))
    .execute()

  /** How long an answer takes, ms. Each request comes from an address of its own, so that no limit counts. */
  let requests = 0
  const timeOf = async ({ path, method }: typeof signIn | typeof requestReset, body: object, expected: number) => {
    const request = new Request(`${mock.url}/api${path}`, {
      method,
      headers: { Origin: mock.url, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const i = requests++
    const address = `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`
    const startedAt = performance.now()
    const { status } = await app.fetch(request, { incoming: { socket: { remoteAddress: address } } })
    const ms = performance.now() - startedAt
    if (status !== expected) throw new Error(`${method} ${path} was answered ${status}.`)
    return ms
  }
  const rows = []
  for (const { what, time } of [
    { what: 'a wrong password', time: (email: string) => timeOf(signIn, { email, password: 'wrong' }, 401) },
    { what: 'a link for a new password', time: (email: string) => timeOf(requestReset, { email }, 200) },
  ]) {
    const [known, unknown]: [number[], number[]] = [[], []]
    // in turns, so that whatever else the machine does slows both down
    for (const email of emails) {
      known.push(await time(email))
      unknown.push(await time(`un${email}`))
    }
    const [ofKnown, ofUnknown] = [timesOf(known).median, timesOf(unknown).median]
    const apart = Math.abs(ofKnown - ofUnknown) / ofKnown
    rows.push(
      { what: `${what}, address known`, median: inMs(ofKnown), limit: '', ok: true },
      { what: `${what}, address unknown`, median: inMs(ofUnknown), limit: '', ok: true },
      {
        what: 'how far these are apart',
        median: `${(apart * 100).toFixed(1)}%`,
        limit: `${maxApart * 100}%`,
        ok: apart <= maxApart,
      },
    )
  }
  process.exitCode = printTable(`Signing in, ${tries} tries each`, rows) ? 0 : 1
} finally {
  await mock.stop()
}

import { performance } from 'node:perf_hooks'
import { v7 as uuid } from 'uuid'
import { signIn } from '../src/contract/index.ts'
import { startMock } from '../e2e/mock/mock.ts'
import { passwordHash } from '../src/service/secrets/index.ts'
import { systemClock } from '../src/service/world/world.ts'
import { printTable, timesOf } from './measure.ts'

const tries = 200
/** How far the medians may be apart: more would say who is known. */
const maxApart = 0.1

const mock = await startMock({
  clock: systemClock,
  size: { accounts: 50, daysOfSamples: 1, daysElsewhere: 0.1, trafficEverywhere: false },
})
try {
  const { app, services } = mock.service
  const now = Date.now()
  const password_hash = await passwordHash('a lantern by the harbour')
  const emails = Array.from({ length: tries }, (_, i) => `known${i}@example.com`)
  const person = { name: 'Ada', password_hash, password_is_generated: 0, password_set_at: now, created_at: now }
  await services.database.db
    .insertInto('people')
    .values(emails.map((email) => ({ id: uuid(), email, email_lower: email, ...person })))
    .execute()

  /** How long a refused sign-in takes, ms. Each comes from an address of its own, so that no limit counts. */
  const refused = async (email: string, i: number) => {
    const request = new Request(`${mock.url}/api${signIn.path}`, {
      method: signIn.method,
      headers: { Origin: mock.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong' }),
    })
    const address = `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`
    const startedAt = performance.now()
    const { status } = await app.fetch(request, { incoming: { socket: { remoteAddress: address } } })
    const ms = performance.now() - startedAt
    if (status !== 401) throw new Error(`A wrong password was answered ${status}.`)
    return ms
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  // in turns, so that whatever else the machine does slows both down
  for (const [i, email] of emails.entries()) {
    known.push(await refused(email, i))
    unknown.push(await refused(`un${email}`, tries + i))
  }
  const [ofKnown, ofUnknown] = [timesOf(known).median, timesOf(unknown).median]
  const apart = Math.abs(ofKnown - ofUnknown) / ofKnown
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`
  const rows = [
    { what: 'a wrong password, address known', median: inMs(ofKnown), limit: '', ok: true },
    { what: 'a wrong password, address unknown', median: inMs(ofUnknown), limit: '', ok: true },
    {
      what: 'how far these are apart',
      median: `${(apart * 100).toFixed(1)}%`,
      limit: `${maxApart * 100}%`,
      ok: apart <= maxApart,
    },
  ]
  process.exitCode = printTable(`Signing in, ${tries} tries each`, rows) ? 0 : 1
} finally {
  await mock.stop()
}

import { expect, test } from 'vitest'
import { createAccountSite } from '../../../contract/index.ts'
import { start, testService } from '../../test/service.ts'
import {
  addMonitor,
  checksOf,
  type History,
  incidentsOf,
  interval,
  type Places,
  play,
  store,
} from './testing-histories.ts'

/** A round number of an incident is that of its first failing sample, and that of the first good one after it. */
const histories: readonly (readonly [what: string, history: Places | History, incidents: readonly string[]])[] = [
  ['nothing but good rounds', { a: '........' }, []],
  ['warnings and failures of others', { a: 'wowoowwo' }, []],
  ['a single failure', { a: '..5.....' }, []],
  ['failures three rounds apart', { a: '5..5..5..5..' }, []],
  ['two failures in a row', { a: '..55...' }, ['down 2-4 HTTP 503: a 2-4']],
  ['two failures of three', { a: '..5.5...' }, ['down 2-5 HTTP 503: a 2-5']],
  ['a failure that stays', { a: '..55555' }, ['down 2-open HTTP 503: a 2-open']],
  ['failures from the first round on', { a: '555...' }, ['down 0-3 HTTP 503: a 0-3']],
  ['a single round that fails', { a: '5' }, []],
  ['two rounds that fail', { a: '55' }, ['down 0-open HTTP 503: a 0-open']],
  ['one good round is no recovery', { a: '55.5' }, ['down 0-open HTTP 503: a 0-open']],
  ['two good rounds are no recovery', { a: '55..5' }, ['down 0-open HTTP 503: a 0-open']],
  ['three good rounds are one', { a: '55...5' }, ['down 0-2 HTTP 503: a 0-2']],
  ['a flapping target', { a: '5.5.5.5.5...' }, ['down 0-9 HTTP 503: a 0-9']],
  ['one that comes back within an hour', { a: '55...55...' }, ['down 0-7 HTTP 503: a 0-2, a 5-7']],
  ['one that comes back later', { a: '55......55...' }, ['down 0-2 HTTP 503: a 0-2', 'down 8-10 HTTP 503: a 8-10']],
  ['a cause that changes', { a: '.5ttd' }, ['down 1-open DNS lookup failed: a 1-open']],
  ['an error page', { a: '.44...' }, ['down 1-3 HTTP 404: a 1-3']],
  ['an error page that becomes an outage', { a: '.4455' }, ['down 1-open HTTP 503: a 1-open']],
  ['time-outs of the target', { a: '.tt...' }, ['down 1-3 Timeout: a 1-3']],
  ['time-outs of a busy runner', { a: '.bbbbbb.' }, []],
  ['a busy runner during an outage', { a: '5b5bb5' }, ['down 0-open HTTP 503: a 0-open']],
  ['a runner without a browser', { a: '.nnnnn.' }, []],
  ['no rounds for a while between two failures', { a: '..5-----5..' }, []],
  ['no rounds for a while in an outage', { a: '.55-----5...' }, ['down 1-9 HTTP 503: a 1-9']],
  ['an outage that ended while nothing was measured', { a: '.55-----...' }, ['down 1-8 HTTP 503: a 1-8']],
  ['a restart that skipped one round', { a: '.5-5...' }, ['down 1-4 HTTP 503: a 1-4']],
  ['one of two places', { a: '.555', b: '....' }, ['down 1-open HTTP 503, partly: a 1-open']],
  ['both places', { a: '.555', b: '.555' }, ['down 1-open HTTP 503: a 1-open, b 1-open']],
  ['places that fail one after the other', { a: '.555.....', b: '...555...' }, ['down 1-6 HTTP 503: a 1-4, b 3-6']],
  ['places that fail in turn', { a: '.5...5...', b: '...5...5.' }, []],
  [
    'two monitors of one host',
    { monitors: [{ places: { a: '.555...' } }, { places: { a: '.555...' } }] },
    ['down 1-4 HTTP 503: a 1-4, a 1-4'],
  ],
  [
    'monitors of one host, with and without a final dot',
    { monitors: [{ places: { a: '.555...' } }, { host: 'www.example.', places: { a: '.555...' } }] },
    ['down 1-4 HTTP 503: a 1-4, a 1-4'],
  ],
  [
    'monitors of two hosts',
    { monitors: [{ places: { a: '.555' } }, { host: 'other.example', places: { a: '..555' } }] },
    ['down 1-open HTTP 503: a 1-open', 'down 2-open HTTP 503: a 2-open'],
  ],
  [
    'twelve monitors of one dead host',
    { monitors: Array.from({ length: 12 }, () => ({ places: { a: '.tt' } })) },
    [`down 1-open Timeout: ${Array(12).fill('a 1-open').join(', ')}`],
  ],
  ['one of two connections fails', { a: '.. .5 .5 .. .. ..' }, ['down 1-3 HTTP 503: a 1-3']],
  ['different connections fail in turn', { a: '.. 5. .5 .. .. ..' }, ['down 1-3 HTTP 503: a 1-3']],
  ['a good check is no recovery while others wait', { a: '55 55 .. .. .-' }, ['down 0-open HTTP 503: a 0-open']],
  [
    'late samples that complete an outage',
    { monitors: [{ places: { a: '.5.5...' } }], late: { 1: 4 } },
    ['down 1-4 HTTP 503: a 1-4'],
  ],
  [
    'late samples from before its start',
    { monitors: [{ places: { a: '.555...' } }], late: { 1: 3 } },
    ['down 1-4 HTTP 503: a 1-4'],
  ],
  [
    'late good samples',
    { monitors: [{ places: { a: '.55.555' } }], late: { 3: 5 } },
    ['down 1-open HTTP 503: a 1-open'],
  ],
  [
    'two runners at the same time',
    { monitors: [{ places: { a: '.555...', b: '.555...' } }], atOnce: true },
    ['down 1-4 HTTP 503: a 1-4, b 1-4'],
  ],
  ['a resource that fails', { a: '.rrr...' }, ['resources 1-4 https://www.example/app.js failed: status 404: a 1-4']],
  [
    'a resource that never answers',
    { a: '.uuu...', b: 'ttuuuuu' },
    ['down 0-2 Timeout, partly: b 0-2', 'resources 1-open www.example did not finish loading: a 1-4, b 2-open'],
  ],
  ['a page that waits for others', { a: '.vvv...' }, []],
  [
    'resources, then the page itself',
    { a: '.rr55' },
    ['down 3-open HTTP 503: a 3-open', 'resources 1-3 https://www.example/app.js failed: status 404: a 1-3'],
  ],
  ['slow rounds', { a: '.sss...' }, ['slow 1-4 First byte 900 ms, limit 800 ms: a 1-4']],
  [
    'slow rounds at several places, reported by the slowest',
    { a: '.sssss', b: '.SSSSS', c: '.sssss' },
    ['slow 1-open First byte 2.40 s, limit 800 ms: a 1-open, b 1-open, c 1-open'],
  ],
  [
    'slow rounds of which the slowest recovers',
    { a: '.ssssss', b: '.SSS...' },
    ['slow 1-open First byte 900 ms, limit 800 ms: a 1-open, b 1-4'],
  ],
  ['slow connections of one place', { a: '.. sS sS' }, ['slow 1-open First byte 2.40 s, limit 800 ms: a 1-open']],
  ['a slow round now and then', { a: '.s..s..s' }, []],
  [
    'slow, then down',
    { a: '.ss55' },
    ['down 3-open HTTP 503: a 3-open', 'slow 1-3 First byte 900 ms, limit 800 ms: a 1-3'],
  ],
  [
    'resources that fail and slowness, in turn',
    { a: '.rsrs' },
    [
      'resources 1-open https://www.example/app.js failed: status 404: a 1-open',
      'slow 2-open First byte 900 ms, limit 800 ms: a 2-open',
    ],
  ],
  ['a certificate with time left', { a: 'cccc' }, []],
  [
    'a certificate about to expire, then renewed',
    { a: 'cCCcc' },
    ['certificate 1-3 Certificate expires on 2026-12-01: a 1-3'],
  ],
  [
    'a certificate of another host on the way',
    { a: 'cOcc' },
    ['certificate 1-2 Certificate of shop.example expires on 2026-12-01: a 1-2'],
  ],
  [
    'a certificate of an authority',
    { a: 'cAcc' },
    ['certificate 1-2 Certificate of the authority R3 in the chain of www.example expires on 2026-12-01: a 1-2'],
  ],
  [
    'a certificate that expires in two days',
    { a: 'X' },
    ['certificate 0-open Certificate expires on 2026-11-23: a 0-open'],
  ],
]

test.each(histories)('%s', async (_, given, expected) => {
  const history: History = Array.isArray((given as History).monitors)
    ? (given as History)
    : { monitors: [{ places: given as Places }] }
  const service = await testService()
  await play(service, history)
  expect(await incidentsOf(service)).toEqual(expected)
})

test.each<[what: string, history: History, reported: readonly string[]]>([
  ['its start and its end', { monitors: [{ places: { a: '.55...' } }] }, ['opened 2', 'closed 5']],
  ['that it began again', { monitors: [{ places: { a: '55...55' } }] }, ['opened 1', 'closed 4', 'reopened 6']],
  ['that it became more severe', { monitors: [{ places: { a: '44.455' } }] }, ['opened 1', 'worsened 4']],
  ['nothing if it became less so', { monitors: [{ places: { a: '55444' } }] }, ['opened 1']],
  ['that it’s severe again', { monitors: [{ places: { a: '55445' } }] }, ['opened 1', 'worsened 4']],
  ['nothing while it lasts', { monitors: [{ places: { a: '5555t' } }] }, ['opened 1']],
  ['a further location', { monitors: [{ places: { a: '.55555', b: '...555' } }] }, ['opened 2', 'worsened 4']],
  [
    'a further monitor, however severe',
    { monitors: [{ places: { a: '.55555' } }, { places: { a: '..44..' } }] },
    ['opened 2', 'worsened 3'],
  ],
  ['two that begin together once', { monitors: [{ places: { a: '55' } }, { places: { a: '44' } }] }, ['opened 1']],
])('of an incident is recorded, to be reported: %s', async (_, history, expected) => {
  const service = await testService()
  await play(service, history)
  const changes = await service.db.selectFrom('incident_changes').selectAll().orderBy('at').execute()
  expect(changes.map(({ change, at }) => `${change} ${Math.floor((at - start) / interval)}`)).toEqual(expected)
})

test('a site that is added during an incident of its host joins it', async () => {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const monitor = await addMonitor(service, account.id, 'www.example')
  const fail = (measured: typeof monitor, round: number) =>
    store(service, 'runner', checksOf(measured, 'a', '5', round), start + round * interval)
  await fail(monitor, 0)
  await fail(monitor, 1)
  const site = () => service.db.selectFrom('incidents').select('site_id').execute()
  expect(await site()).toEqual([{ site_id: null }])
  const path = { partner_id: partner.id, account_id: account.id }
  const { site_id } = await service.ask(createAccountSite, { path, body: { host: 'www.example' } }, partner.key)
  const keyPage = await service.db
    .selectFrom('monitors')
    .selectAll()
    .where('site_id', '=', site_id)
    .executeTakeFirstOrThrow()
  await fail({ ...monitor, ...keyPage, limits: monitor.limits }, 2)
  await fail({ ...monitor, ...keyPage, limits: monitor.limits }, 3)
  expect(await site()).toEqual([{ site_id }])
})

test('every round counts towards availability for as long as it stands', async () => {
  const service = await testService()
  await play(service, { monitors: [{ places: { a: '.54.bn..', b: '.......5' } }] })
  const hours = await service.db.selectFrom('availability').selectAll().orderBy('hour').execute()
  const sum = (column: 'measured_ms' | 'failed_ms' | 'rounds' | 'failed_rounds' | 'samples' | 'clean_samples') =>
    hours.reduce((total, row) => total + row[column], 0)
  // an error page isn't an outage; what nobody could tell at one place, the other could
  expect(['measured_ms', 'failed_ms', 'rounds', 'failed_rounds'].map((name) => sum(name as 'rounds'))).toEqual([
    8 * interval,
    2 * interval,
    8,
    2,
  ])
  // a busy runner's samples have no issue of the page's
  expect([sum('samples'), sum('clean_samples')]).toEqual([16, 12])
})

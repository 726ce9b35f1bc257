import { describe, expect, test } from 'vitest'
import { notProved } from './proof-verdict.ts'
import { ran } from './testing.ts'

const finding = { id: 'n1', form: null, held: true, content: null }
const lookup = { at: '', held: true, status: 200, age: 0, not_kept: null, silent: [], problem: null }
const found = (...nodes: readonly object[]) => ({
  ...lookup,
  nodes: nodes.map((node, i) => ({ ...finding, location: `place ${i + 1}`, ...node })),
})
type Checked = Parameters<typeof notProved>[0]

test.each<readonly [string, Checked, string | undefined]>([
  ['new everywhere', { result: 'stored again', after: found(), again: found({ change: 'new' }) }, undefined],
  ['new where it can be told', { result: 'newly stored', after: found(), again: found({ change: null }) }, undefined],
  ['not stored', { result: 'never stored', after: found(), again: found() }, undefined],
  ['not stored any more', { result: 'not stored again', after: found(), again: found() }, undefined],
  ['a tag that is gone', { result: 'gone', after: found({ held: false, matched: 0 }), again: null }, undefined],
  ['a tag of nothing', { result: 'nothing stored', after: found(), again: null }, undefined],
  [
    'the same at one node',
    { result: 'stored again', after: found(), again: found({ change: 'new' }, { change: 'same' }) },
    'the same as before at place 2',
  ],
  [
    'still there',
    { result: 'still stored', after: found({ held: false }, {}), again: null },
    'still stored at place 2',
  ],
  [
    'some of a tag',
    { result: 'some stored', after: found({ held: null, matched: 3 }, { held: null, matched: 0 }), again: null },
    'still stored at place 1',
  ],
  [
    'a node that was away',
    { result: 'stored again', after: { ...lookup, silent: ['Oslo'] }, again: { ...lookup, silent: ['Oslo'] } },
    'no answer from Oslo',
  ],
  [
    'a failure',
    { result: 'unknown', after: { ...lookup, problem: 'The edge is busy.' }, again: null },
    'The edge is busy.',
  ],
  ['an end before', { result: 'unknown', after: null, again: null }, 'not checked to the end'],
])('%s is proved, or else why not', (_, address, problem) => {
  expect(notProved(address)).toBe(problem)
})

/** Answers by method and path, in turn where there are several. */
function serviceOf(answers: Readonly<Record<string, readonly unknown[]>>) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const request = new Request(url, init)
    const { pathname, search } = new URL(request.url)
    const name = `${request.method} ${pathname}`
    const before = asked.filter((line) => line.startsWith(name)).length
    asked.push(name + search)
    const replies = answers[name] ?? []
    const reply = replies[Math.min(before, replies.length - 1)]
    return Response.json(reply ?? { error: 'nothing here' }, { status: reply === undefined ? 404 : 200 })
  }
  const cli = (line: string, input?: string) =>
    ran(line.split(' '), {
      env: { SITE_PERFORMANCE_KEY: 'k', SITE_PERFORMANCE_URL: 'https://perf.example' },
      fetch,
      ...(input === undefined ? {} : { input }),
    })
  return { asked, cli }
}

describe('waiting', () => {
  const proof = (id: string, ...addresses: readonly Partial<Checked>[]) => ({
    site_id: 's1',
    proof_id: id,
    kind: 'purge',
    addresses: addresses.map((address, i) => ({
      id: `${i}`,
      path: `/${i}`,
      before: null,
      after: null,
      again: null,
      result: null,
      ...address,
    })),
  })
  const good = { result: 'gone', after: found({ held: false }) } as const

  test('for a purge ends well once everything is new', async () => {
    const { asked, cli } = serviceOf({
      'POST /sites/s1/purge_cache/proof': [proof('p1', {})],
      'GET /sites/s1/cache/proof': [proof('p1', {}), proof('p1', {}), proof('p1', good)],
    })
    const { code, out, err } = await cli('cache purge --site-id s1 --tag shoes --wait')
    expect(code, err).toBe(0)
    expect(out).toBe('path  result\n/0    gone')
    expect(asked).toHaveLength(4)
    // nothing was purged without a proof
    expect(asked.filter((line) => line.endsWith('purge_cache'))).toEqual([])
  })

  test('for a purge ends with 3 and says what isn’t new, where', async () => {
    const { cli } = serviceOf({
      'POST /sites/s1/purge_cache/proof': [proof('p1', {})],
      'GET /sites/s1/cache/proof': [proof('p1', good, { result: 'stored again', again: found({ change: 'same' }) })],
    })
    const { code, out, err } = await cli('cache purge --site-id s1 --condition / --wait --json')
    expect(code).toBe(3)
    expect(err).toContain('/1: the same as before at place 1')
    expect(JSON.parse(out)).toMatchObject({ proof_id: 'p1' })
  })

  test('for a large purge proves sixty items at a time', async () => {
    const all = (id: string, n: number) => proof(id, ...Array.from({ length: n }, () => good))
    const { asked, cli } = serviceOf({
      'POST /sites/s1/purge_cache/proof': [...Array<unknown>(4).fill(proof('p1', {})), proof('p2', {})],
      'GET /sites/s1/cache/proof': [all('p1', 60), all('p2', 5)],
    })
    const tags = Array.from({ length: 65 }, (_, i) => ({ tag: `t${i}` }))
    const { code, out, err } = await cli('cache purge --site-id s1 --body - --wait --json', JSON.stringify(tags))
    expect(code, err).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ addresses: { length: 65 } })
    expect(asked).toEqual([
      'POST /sites/s1/purge_cache/proof',
      ...Array<string>(3).fill('POST /sites/s1/purge_cache/proof?proof_id=p1'),
      'GET /sites/s1/cache/proof',
      'POST /sites/s1/purge_cache/proof',
      'GET /sites/s1/cache/proof',
    ])
  })

  test('for a purge fails if another took its place, or it takes too long', async () => {
    const { cli } = serviceOf({
      'POST /sites/s1/purge_cache/proof': [proof('p1', {})],
      'GET /sites/s1/cache/proof': [proof('p2', good)],
    })
    expect(await cli('cache purge --site-id s1 --tag a --wait')).toMatchObject({ code: 3 })
    const slow = serviceOf({
      'POST /sites/s1/purge_cache/proof': [proof('p1', {})],
      'GET /sites/s1/cache/proof': [proof('p1', {})],
    })
    const { code, err } = await slow.cli('cache purge --site-id s1 --tag a --wait=5')
    expect(code).toBe(3)
    expect(err).toContain('It took too long.')
    expect(slow.asked).toHaveLength(1 + 11)
  })

  test('for a test prints its samples once it has made its rounds', async () => {
    const running = { id: 't1', status: 'RUNNING', suspended_message: null }
    const samples = { rows: [{ id: 'x1', sample_type: 0 }], total_pages: 1 }
    const { cli } = serviceOf({
      'POST /tests': [running],
      'GET /tests/t1': [running, { ...running, status: 'SUSPENDED', suspended_message: 'finished' }],
      'GET /samples': [samples],
    })
    const { code, out } = await cli('tests create --name x --type HTTP --constants.url https://a.example --wait --json')
    expect({ code, reply: JSON.parse(out) }).toEqual({ code: 0, reply: samples })
    const people = serviceOf({
      'GET /tests/t1': [{ ...running, status: 'SUSPENDED', suspended_message: 'finished' }],
      'GET /samples': [samples],
    })
    expect((await people.cli('tests read --test-id t1 --wait')).out).toBe('id  sample_type\nx1  0')
    const stopped = serviceOf({
      'GET /tests/t1': [{ ...running, status: 'SUSPENDED', suspended_message: 'over quota' }],
      'GET /samples': [samples],
    })
    expect(await stopped.cli('tests read --test-id t1 --wait')).toMatchObject({
      code: 3,
      err: 'The test was stopped: over quota',
    })
  })

  test('for a reply of another server is no success', async () => {
    const { cli } = serviceOf({ 'GET /sites/s1': [{ hello: 'world' }] })
    expect(await cli('sites read --site-id s1 --wait')).toMatchObject({
      code: 1,
      err: 'The response doesn’t match this API.',
    })
  })

  test('for a site ends once its visitors come through the service', async () => {
    const site = (optimizer: string) => ({ id: 's1', host: 'www.a.example', optimizer })
    const { asked, cli } = serviceOf({ 'GET /sites/s1': [site('preview'), site('preview'), site('active')] })
    expect(await cli('sites read --site-id s1 --wait')).toMatchObject({ code: 0 })
    expect(asked).toHaveLength(3)
    const off = serviceOf({ 'GET /sites/s1': [site('preview')] })
    const { code, err } = await off.cli('sites read --site-id s1 --wait=60')
    expect({ code, err }).toEqual({ code: 3, err: 'www.a.example is not live: its state is preview.' })
  })
})

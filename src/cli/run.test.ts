import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../contract/index.ts'
import { ran, type Ran } from './testing.ts'

const key = 'k-0123456789'
const env = { SITE_PERFORMANCE_KEY: key, SITE_PERFORMANCE_URL: 'https://perf.example/api/' }
const ofPartner = { ...env, SITE_PERFORMANCE_PARTNER: 'p1' }

interface Asked {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly key: string | null
}

/** A service that gives these answers, the last one again and again, and what it was asked. */
function serviceOf(...answers: readonly (readonly [status: number, body: unknown])[]) {
  const asked: Asked[] = []
  const fetch = async (url: Parameters<typeof globalThis.fetch>[0], init?: RequestInit) => {
    const request = new Request(url, init)
    const text = await request.text()
    const isForm = request.headers.get('content-type')?.includes('form') === true
    asked.push({
      method: request.method,
      url: request.url.replace('https://perf.example/api', ''),
      body: text === '' ? undefined : isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text),
      key: request.headers.get(headers.key),
    })
    const [status, body] = answers[Math.min(asked.length, answers.length) - 1] ?? [200, {}]
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  return { asked, fetch }
}

/** Runs a command line as it is typed, without quotes. */
const typed = (line: string, options: Parameters<typeof ran>[1] = {}): Promise<Ran> =>
  ran(line.split(' '), { env, ...options })

test.each([
  ['accounts create --email a@b.example --site shop.example --no-such', 'There is no flag --no-such here.'],
  ['accounts list --per-page', '--per-page: needs a value'],
  ['accounts list --per-page --json', '"per-page":"needs a value"'],
  ['accounts list --json=yes', '--json: takes no value'],
  ['accounts list more', 'There is no place for more.'],
  ['accounts list --per_page 5', '--per-page: may be what you mean'],
  ['accounts list --per-page many', '--per-page: must be a whole number'],
  ['accounts list --per-page 1000', '--per-page: must be 1 to 100'],
  ['accounts read', '--account-id: is required'],
  ['accounts list --scope nobody', '--scope: must be partner or user'],
  ['accounts list --scope user', "accounts list needs a partner's key."],
  ['monitors list --account-id a1 --scope user', "--account-id: isn't for a user"],
  ['tests delete --account-id a1 --body -', '--body: must be JSON'],
  ['tests delete --account-id a1 --body none.json', "--body: can't be read"],
  ['monitors create --account-id a1 --name x --type HTTP --constants.url x', '--constants.url: must be a web address'],
  ['quotas read --account-id a1 --wait', '--wait: has nothing to wait for here'],
  ['quotas read --account-id a1 --all', '--all: is for lists that come in pages'],
  ['nothing read', 'There is no noun nothing'],
  ['sites fly', 'sites has no verb fly'],
  ['completion fish', 'Completion is for bash or zsh.'],
])('%s is wrong usage: %s', async (line, problem) => {
  const { code, out, err, sent } = await typed(line, { env: ofPartner, input: 'no JSON' })
  expect({ code, out, sent }).toEqual({ code: 2, out: '', sent: 0 })
  expect(err).toContain(problem)
})

describe('a request', () => {
  test.each<readonly [string, string, Partial<Asked>]>([
    [
      'a form, with a switch and the partner of the settings',
      'accounts create --email a@b.example --site shop.example --down-alerts false --ignore-ssl-check',
      {
        method: 'POST',
        url: '/partners/p1/accounts',
        body: { email: 'a@b.example', site: 'shop.example', down_alerts: 'false', ignore_ssl_check: 'true' },
      },
    ],
    [
      'a query with a list',
      'samples list --account-id a1 --profile-and-locations [{"profile_id":"m1"}] --metrics load --metrics dns',
      {
        method: 'GET',
        url: `/partners/p1/accounts/a1/samples?${new URLSearchParams([
          ['profile_and_locations[0][profile_id]', 'm1'],
          ['metrics[]', 'load'],
          ['metrics[]', 'dns'],
        ]).toString()}`,
      },
    ],
    [
      'nested fields, and numbers',
      'monitors create --account-id a1 --name 12 --type HTTP --constants.url https://a.example --timing.interval 15',
      {
        body: { name: '12', type: 'HTTP', constants: { url: 'https://a.example' }, timing: { interval: 15 } },
      },
    ],
    [
      'a body with a field added',
      'monitors create --account-id a1 --body - --timing.interval 15',
      {
        body: {
          name: 'x',
          type: 'HTTP',
          constants: { url: 'https://a.example' },
          timing: { policy: 'PARALLEL', interval: 15 },
        },
      },
    ],
    ['nothing, as null', 'alert-rules mute --account-id a1 --rule-id r1 --until null', { body: { until: null } }],
  ])('can be %s', async (_, line, expected) => {
    const { asked, fetch } = serviceOf([200, {}])
    const input = '{"name":"x","type":"HTTP","constants":{"url":"https://a.example"},"timing":{"policy":"PARALLEL"}}'
    const { code, err } = await typed(line, { env: ofPartner, fetch, input })
    expect(code, err).toBe(0)
    expect(asked).toMatchObject([{ ...expected, key }])
  })

  test('makes an item of each value', async () => {
    const { asked, fetch } = serviceOf([200, { success: true }])
    await typed('cache purge --site-id s1 --condition /a --condition /b --operator PREFIX', { fetch })
    expect(asked).toMatchObject([
      {
        body: [
          { condition: '/a', operator: 'PREFIX' },
          { condition: '/b', operator: 'PREFIX' },
        ],
      },
    ])
    const uneven = await typed('cache purge --site-id s1 --tag a --tag b --tag c --domain x --domain y', { fetch })
    expect(uneven).toMatchObject({ code: 2, sent: 0 })
    expect(uneven.err).toContain('--domain: must be given once, or 3 times')
  })

  test('of more items than a call takes goes out in several', async () => {
    const { asked, fetch } = serviceOf([200, { success: true }])
    const tags = Array.from({ length: 40 }, (_, i) => ({ tag: `t${i}` }))
    const { code } = await typed('cache purge --site-id s1 --body -', { fetch, input: JSON.stringify(tags) })
    expect(code).toBe(0)
    expect(asked.map(({ body }) => (Array.isArray(body) ? body.length : body))).toEqual([15, 15, 10])
    expect(asked.flatMap(({ body }) => body)).toEqual(tags)
  })
})

describe('a reply', () => {
  const list = { accounts: [{ id: 'a1', name: 'Fjord', sites: 2, more: { x: 1 } }], total_pages: 1 }

  test('is printed as it came for programs', async () => {
    const text = '{"accounts": [ ],\n "total_pages": 1, "new": 1.50}'
    const { out } = await typed('accounts list --json', { env: ofPartner, fetch: serviceOf([200, text]).fetch })
    expect(out).toBe(text)
  })

  test('is a table for people, and a line for each value of a record', async () => {
    const { out } = await typed('accounts list', { env: ofPartner, fetch: serviceOf([200, list]).fetch })
    expect(out).toBe('id  name   sites\na1  Fjord  2')
    const record = { id: 'p1', name: 'Nord', dns: { seen: null }, ips: ['192.0.2.1', '192.0.2.2'] }
    const read = await typed('partner read', { env: ofPartner, fetch: serviceOf([200, record]).fetch })
    expect(read.out).toBe('id        p1\nname      Nord\ndns.seen  –\nips       192.0.2.1, 192.0.2.2')
  })

  test('has no more columns than fit, and no colours where they aren’t wanted', async () => {
    const { fetch } = serviceOf([200, list])
    const narrow = await typed('accounts list', { env: ofPartner, fetch, width: 10 })
    expect(narrow.out).toBe('\u001b[1mid  name\u001b[22m\na1  Fjord')
    const plain = await typed('accounts list', { env: { ...ofPartner, NO_COLOR: '1' }, fetch, width: 80 })
    expect(plain.out).not.toContain('\u001b')
  })

  test('can be all pages of a list', async () => {
    const page = (n: number) => [200, { accounts: [{ id: `a${n}` }], total_pages: 2 }] as const
    const { asked, fetch } = serviceOf(page(1), page(2))
    const { out } = await typed('accounts list --all --json', { env: ofPartner, fetch })
    expect(JSON.parse(out)).toEqual([{ id: 'a1' }, { id: 'a2' }])
    expect(asked.map(({ url }) => url)).toEqual([
      '/partners/p1/accounts?per_page=100&page=1',
      '/partners/p1/accounts?per_page=100&page=2',
    ])
  })

  const hostile = 'a\u001b]0;owned\u0007\u009b31m\u202eb\nc'
  test.each([['accounts list'], ['accounts list --json'], ['accounts list --all']])(
    'of %s carries no escapes of strangers',
    async (line) => {
      const reply = { accounts: [{ id: hostile, [hostile]: 1 }], total_pages: 1 }
      const { out } = await typed(line, { env: ofPartner, fetch: serviceOf([200, reply]).fetch })
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
      if (line.includes('--json')) expect(JSON.parse(out)).toEqual(reply)
    },
  )

  test('that refuses says why by flag, without escapes, and names the request', async () => {
    const refusal = { error: `a field is ${hostile}`, fields: { new_email: 'is taken', [hostile]: hostile } }
    const { code, out, err } = await typed('accounts update-email --account-id a1 --new-email a@b.example', {
      env: ofPartner,
      fetch: serviceOf([422, refusal]).fetch,
    })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('--new-email: is taken')
    expect(err.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  test('that refuses is JSON for programs', async () => {
    const { code, err } = await typed('partner read --json', {
      env: ofPartner,
      fetch: serviceOf([403, { error: 'access denied' }]).fetch,
    })
    expect(code).toBe(1)
    expect(JSON.parse(err)).toMatchObject({ error: 'Access denied.', fields: {}, status: 403 })
  })

  test('of another server is no success', async () => {
    const { code, err } = await typed('partner read', { env: ofPartner, fetch: serviceOf([200, '<html>']).fetch })
    expect({ code, err }).toEqual({ code: 1, err: 'The response doesn’t match this API.' })
  })
})

describe('the account', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'site performance '))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const inFile = () => ({ SITE_PERFORMANCE_FILE: join(folder, 'account.json') })

  test('is kept for its owner alone once the service has accepted the key, and is then used', async () => {
    const { asked, fetch } = serviceOf([200, { id: 'p1' }])
    const signedIn = await typed('sign-in --url https://perf.example/api/ --partner-id p1', {
      env: inFile(),
      input: `${key}\n`,
      fetch,
    })
    expect(signedIn.code, signedIn.err).toBe(0)
    expect(signedIn.out + signedIn.err).not.toContain(key)
    expect(statSync(inFile().SITE_PERFORMANCE_FILE).mode & 0o777).toBe(0o600)

    await typed('accounts list', { env: inFile(), fetch })
    expect(asked).toMatchObject([
      { url: '/partners/p1', key },
      { url: '/partners/p1/accounts', key },
    ])
    await typed('sign-out', { env: inFile() })
    expect((await typed('accounts list', { env: inFile() })).err).toContain('sign in')
  })

  test('isn’t kept if the service refuses the key, or the key is none', async () => {
    const refused = await typed('sign-in --url https://perf.example/api', {
      env: inFile(),
      input: key,
      fetch: serviceOf([401, { error: 'unknown key' }]).fetch,
    })
    expect(refused).toMatchObject({ code: 1, err: 'Unknown key.' })
    expect(await typed('sign-in --url https://perf.example/api', { env: inFile(), input: 'a\nb' })).toMatchObject({
      code: 2,
      sent: 0,
    })
    expect(() => readFileSync(inFile().SITE_PERFORMANCE_FILE)).toThrow('ENOENT')
  })

  test('says where it can’t be kept', async () => {
    const { fetch } = serviceOf([200, {}])
    const path = join(folder, 'account.txt/no-folder.json')
    writeFileSync(join(folder, 'account.txt'), '')
    const { code, err } = await typed('sign-in --url https://perf.example/api', {
      env: { SITE_PERFORMANCE_FILE: path },
      input: key,
      fetch,
    })
    expect({ code, err }).toEqual({ code: 2, err: `${path} can't be written.` })
  })

  test('can’t be given its key as an argument', async () => {
    const { code, out, err } = await typed(`sign-in --url https://perf.example/api --key ${key}`, { env: inFile() })
    expect(code).toBe(2)
    expect(out + err).not.toContain(key)
  })

  test.each([0o640, 0o604, 0o660])('isn’t read from a file of mode %o', async (mode) => {
    const path = join(folder, `open-${mode}.json`)
    writeFileSync(path, JSON.stringify({ base_url: 'https://perf.example/api', scope: 'user', key }))
    chmodSync(path, mode)
    const { code, err, sent } = await typed('email read', { env: { SITE_PERFORMANCE_FILE: path } })
    expect({ code, sent }).toEqual({ code: 2, sent: 0 })
    expect(err).toContain('Others can read the key')
    expect(err).not.toContain(key)
  })

  test('is all from the environment or all from the file', async () => {
    const { err, sent } = await typed('email read', { env: { ...inFile(), SITE_PERFORMANCE_KEY: key } })
    expect({ err, sent }).toEqual({ err: 'SITE_PERFORMANCE_URL is not set.', sent: 0 })
  })

  test.each(['perf.example/api', 'ftp://perf.example', 'https://u:p@perf.example', 'https://perf.example?x=1'])(
    'has no address like %s',
    async (url) => {
      expect(await typed('email read', { env: { ...env, SITE_PERFORMANCE_URL: url } })).toMatchObject({
        code: 2,
        sent: 0,
      })
    },
  )
})

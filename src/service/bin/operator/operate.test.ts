import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsFrom } from '../../configuration/configuration.ts'
import { openDatabase, reportEdgeProcess } from '../../database/index.ts'
import { insertMember, sessionOf } from '../../test/people.ts'
import { openWithKey } from '../open-database.ts'
import { operate } from './operate.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'operator-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command as its program does, on the test's data folder. */
async function operator(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const settings = settingsFrom({ DATA_DIR: dataDir, ...env })
  const { database, masterKey } = await openWithKey(settings)
  let [stdout, stderr] = ['', '']
  try {
    const code = await operate(args, {
      settings,
      database,
      masterKey,
      stdout: (text) => (stdout += text),
      stderr: (text) => (stderr += text),
    })
    return { code, stdout, stderr }
  } finally {
    await database.close()
  }
}

/** Expects one line of JSON on standard output, and nothing else. */
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await operator([...args, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.trim().split('\n')).toHaveLength(1)
  return JSON.parse(stdout) as Record<string, unknown>
}

describe('partners', () => {
  test('can be created, listed, revoked, granted and given a new key', async () => {
    const made = await json('partner', 'create', '--name', ' Nordhost ', '--email', 'it@nordhost.example', '--reseller')
    const id = String(made['id'])
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      api_key: expect.stringMatching(/^[0-9A-Za-z]{36}$/),
      name: 'Nordhost',
      email: 'it@nordhost.example',
      reseller: true,
      addon: false,
      invitation: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/invitation#[\w-]{43}$/),
    })
    const listed = async () => (await json('partner', 'list')) as unknown as Record<string, unknown>[]
    expect(await listed()).toMatchObject([{ id, name: 'Nordhost', reseller: true, addon: false, granted: true }])
    expect(await json('partner', 'revoke', id)).toEqual({ id, granted: false })
    expect(await listed()).toMatchObject([{ id, granted: false }])
    expect(await json('partner', 'grant', id)).toEqual({ id, granted: true })
    expect(await listed()).toMatchObject([{ id, granted: true }])
    const rotated = await json('partner', 'rotate-key', id)
    expect(rotated).toEqual({ id, api_key: expect.stringMatching(/^[0-9A-Za-z]{36}$/) })
    expect(rotated['api_key']).not.toBe(made['api_key'])
    expect((await operator(['partner', 'rotate-key', id, '--overlap', '169'])).stderr).toContain('--overlap must be')
    expect(await json('partner', 'rotate-key', id, '--overlap', '24')).toMatchObject({ id })
    // the list never shows a key
    expect(JSON.stringify(await listed())).not.toContain(String(rotated['api_key']))
  })

  test('are printed as text without --json', async () => {
    const { code, stdout } = await operator([
      'partner',
      'create',
      '--name',
      'Plain',
      '--email',
      'a@example.com',
      '--addon',
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Plain [0-9a-f-]{36} [0-9A-Za-z]{36}\ninvitation: \S+\n$/)
    expect((await operator(['partner', 'list'])).stdout).toMatch(
      /[0-9a-f-]{36} {2}Plain {2}a@example\.com {2}granted {2}addon\n/,
    )
  })

  test('get a master key file that only its owner can read', () => {
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600)
  })
})

describe('people', () => {
  test('can be invited and listed, and their sessions ended', async () => {
    const { id } = await json('partner', 'create', '--name', 'With people', '--email', 'a@example.com')
    const at = ['--at', String(id)]
    expect(await json('person', 'invite', ...at, '--email', 'ada@example.com', '--role', 'manager')).toEqual({
      email: 'ada@example.com',
      role: 'manager',
      invitation: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/invitation#[\w-]{43}$/),
    })
    const database = await openDatabase(join(dataDir, 'site-performance.db'))
    const ada = await insertMember(database.db, { partner_id: String(id) }, 'manager', { email: 'ada@example.com' })
    for (let i = 0; i < 2; i++) await sessionOf(database.db, { person: ada })
    await database.close()

    const known = { id: ada.id, email: 'ada@example.com', role: 'manager', partner_id: id, account_id: null }
    expect(await json('person', 'list', ...at)).toMatchObject([known])
    expect(await json('person', 'list')).toMatchObject([known])
    expect((await operator(['person', 'list', ...at])).stdout).toContain(
      `ada@example.com  ${ada.name}  manager  partner`,
    )
    expect(await json('person', 'end-sessions', 'ADA@example.com')).toEqual({ ended: 2 })
    expect((await operator(['person', 'end-sessions', ada.id])).stdout).toBe('0 sessions have ended.\n')
  })

  test('are invited only where there is somewhere, and by an address', async () => {
    const refused = async (...args: string[]) => (await operator(['person', ...args])).stderr
    expect(await refused('invite', '--email', 'ada')).toContain('--email must be an email address')
    expect(await refused('invite', '--email', 'a@example.com', '--role', 'boss')).toContain('--role must be one of')
    expect(await refused('invite', '--email', 'a@example.com', '--at', 'nowhere')).toContain('--at must be the id')
    expect(await refused('end-sessions', 'nobody@example.com')).toContain('There is no person nobody@example.com')
    expect(await json('person', 'reset-factors', 'ADA@example.com')).toEqual({ reset: false })
    expect(await refused('reset-factors', 'nobody@example.com')).toContain('There is no person nobody@example.com')
  })
})

describe('the quotas and the key of an account', () => {
  const byPlan = { plan: 'paid', sites: 100, monitors: 1000, runs: 5000, bytes: 2e9, checks: 8, set: [] }

  test('can be read, set and reset, and it can get a new key', async () => {
    const { id: partnerId } = await json('partner', 'create', '--name', 'Nordhost', '--email', 'it@nordhost.example')
    const database = await openDatabase(join(dataDir, 'site-performance.db'))
    const none = { first_name: null, last_name: null, company: null, phone: null, last_sign_in_at: null }
    const account = { id: 'acc-1', partner_id: String(partnerId), name: 'A', name_lower: 'a', plan: 'paid' as const }
    const secrets = { key_hash: 'x', key_sealed: '', created_at: 0 }
    await database.db
      .insertInto('accounts')
      .values({ ...none, ...account, ...secrets, email: 'a@example.com', email_lower: 'a@example.com' })
      .execute()
    await database.close()

    expect(await json('account', 'quota', 'acc-1')).toEqual({ account_id: 'acc-1', ...byPlan })
    expect(await json('account', 'quota', 'acc-1', '--sites', '3', '--bytes', '5000000000')).toEqual({
      account_id: 'acc-1',
      ...byPlan,
      sites: 3,
      bytes: 5e9,
      set: ['sites', 'bytes'],
    })
    expect(await json('account', 'quota', 'acc-1', '--checks', '0')).toMatchObject({ sites: 3, checks: 0 })
    expect((await operator(['account', 'quota', 'acc-1'])).stdout).toBe(
      'plan: paid\nsites: 3\nmonitors: 1000 (by plan)\nruns: 5000 (by plan)\nbytes: 5000000000\nchecks: 0\n',
    )
    expect(await json('account', 'quota', 'acc-1', '--reset')).toEqual({ account_id: 'acc-1', ...byPlan })

    const { api_key: key } = await json('account', 'rotate-key', 'acc-1')
    expect(key).toMatch(/^[0-9A-Za-z]{36}$/)
    expect((await operator(['account', 'rotate-key', 'acc-1'])).stdout).not.toBe(`${String(key)}\n`)
    expect((await operator(['account', 'rotate-key', 'nobody'])).stderr).toContain('There is no account nobody')

    const again = await openDatabase(join(dataDir, 'site-performance.db'))
    const recorded = await again.db.selectFrom('events').select(['kind', 'actor', 'detail']).execute()
    expect(recorded).toEqual([0, 1].map(() => ({ kind: 'account.key', actor: 'operator', detail: '{}' })))
    await again.db.deleteFrom('accounts').execute()
    await again.close()
  })
})

describe('the edge', () => {
  test('is listed, and makes a zone', async () => {
    expect(await json('edge', 'list')).toEqual([])
    expect((await operator(['edge', 'list'])).stdout).toBe('No edge has reported within a day.\n')
    const none = await operator(['edge', 'zone'])
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('No edge is up') })

    const database = await openDatabase(join(dataDir, 'site-performance.db'))
    const node = { id: 'a', location: 'Frankfurt', addresses: '["198.51.100.7","2001:db8::7"]' }
    await reportEdgeProcess(database, node)
    // however long the commands below take, it has just reported
    await database.db
      .updateTable('edge_processes')
      .set({ seen_at: Date.now() + 3600_000 })
      .execute()
    await database.close()
    const listed = (await json('edge', 'list')) as unknown as object[]
    expect(listed).toEqual([
      { ...node, addresses: ['198.51.100.7', '2001:db8::7'], health: 'up', seen_at: expect.any(Number) },
    ])
    expect((await operator(['edge', 'list'])).stdout).toMatch(/^Frankfurt {2}up {2,}198\.51\.100\.7 2001:db8::7/m)
    const zone = await operator(['edge', 'zone', '--ttl', '30', '--ns', 'ns1.example'], {
      SERVICE_DOMAIN: 'edge.example',
    })
    expect(zone).toMatchObject({ code: 0, stderr: '' })
    for (const line of ['$ORIGIN edge.example.', '$TTL 30', '*\tIN\tA\t198.51.100.7', '*\tIN\tAAAA\t2001:db8::7'])
      expect(zone.stdout.split('\n')).toContain(line)
    expect(zone.stdout).toContain('@\tIN\tNS\tns1.example.')

    const again = await openDatabase(join(dataDir, 'site-performance.db'))
    for (const id of ['b', 'c']) await reportEdgeProcess(again, { ...node, id, location: id })
    await again.db
      .updateTable('edge_processes')
      .set({ seen_at: Date.now() - 60_000 })
      .where('id', '!=', 'a')
      .execute()
    await again.close()
    const few = await operator(['edge', 'zone'])
    expect(few).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Fewer than half of the edges') })
    expect(await operator(['edge', 'zone', '--force'])).toMatchObject({ code: 0 })
  })
})

test.each([
  [[], 'No command given'],
  [['account', 'quota', 'nobody'], 'There is no account nobody'],
  [['account', 'quota', 'nobody', '--sites', '1.5'], '--sites must be a whole number from 0 to 2147483647'],

  [['edge', 'zone', '--ttl', 'x'], '--ttl must be a whole number from 0 to 2147483647'],
  [['edge', 'zone', '--near', 'Atlantis'], 'No edge at Atlantis has reported within a day'],
  [['edge', 'zone', '--ns', 'no name'], '--ns must be the name of a name server, not no name'],
  [['partner', 'delete'], 'Unknown command: partner delete'],
  [['partner', 'create'], '--name is required'],
  [['partner', 'create', '--name', 'A', '--email', 'nobody'], '--email must be an email address'],
  [['partner', 'create', '--colour', 'red'], "Unknown option '--colour'"],
  [['partner', 'revoke', 'nobody'], 'There is no partner nobody'],
  [['site', 'set-state', 'nothing', 'sleeping'], 'The state must be one of preview, trial'],
  [['site', 'set-state', 'nothing', 'trial'], 'There is no site nothing'],
])('%j is refused with the reason and the usage', async (args, problem) => {
  const { code, stdout, stderr } = await operator(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.startsWith(problem), stderr).toBe(true)
  expect(stderr).toContain('usage:')
})

test('the status of the database is printed as text and as JSON', async () => {
  const status = await json('database', 'status')
  expect(status).toMatchObject({ kind: 'sqlite', bytes: expect.any(Number), growth: null, largest_accounts: [] })
  expect(status['disk']).toEqual({ free_bytes: expect.any(Number), about_days: null })
  const { code, stdout } = await operator(['database', 'status'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^SQLite, [\d.]+ [kM]B, of which \d+ kB are free for new rows\n/)
  expect(stdout).toMatch(/^checks waiting +0 +\d+ kB$/m)
})

describe('the master key', () => {
  test('in the data folder is rotated, and every command uses the new one', async () => {
    const before = readFileSync(join(dataDir, 'master.key'), 'utf8')
    expect(await json('master-key', 'rotate')).toEqual({ rotated: true })
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).not.toBe(before)
    expect((await operator(['partner', 'list'])).code).toBe(0)
  })

  test('in MASTER_KEY is rotated, and the new one is printed before and after', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'operator-'))
    const env = { DATA_DIR: folder, MASTER_KEY: '00'.repeat(32) }
    await operator(['partner', 'list'], env)
    const { code, stdout, stderr } = await operator(['master-key', 'rotate'], env)
    const [, key = ''] = /^Set MASTER_KEY=(\S{44})\. /.exec(stdout) ?? []
    expect({ code, key }).toEqual({ code: 0, key: expect.stringMatching(/=$/) })
    expect(stderr).toContain(key)
    await expect(operator(['partner', 'list'], env)).rejects.toThrow('The master key does not match this database')
    expect((await operator(['partner', 'list'], { ...env, MASTER_KEY: key })).code).toBe(0)
    rmSync(folder, { recursive: true })
  })
})

describe('moving to PostgreSQL', () => {
  test('reports in one line that the target can’t be opened', async () => {
    const { code, stdout, stderr } = await operator(['database', 'copy-to', 'postgres://nobody@127.0.0.1:1/none'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Can't open the target database: [^\n]+\n$/)
    expect(await operator(['database', 'copy-to', 'mysql://x'])).toMatchObject({ code: 2 })
  })
})

describe('a backup', () => {
  test('is a whole copy that only its owner can read, and replaces that of the night before', async () => {
    const file = join(dataDir, 'backup.db')
    const made = await json('partner', 'create', '--name', 'Backed up', '--email', 'a@b.example')
    for (let night = 0; night < 2; night++) {
      expect(await operator(['database', 'backup', file])).toMatchObject({ code: 0, stderr: '' })
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
    const copy = await openDatabase(file)
    const names = await copy.db.selectFrom('partners').select('name').where('id', '=', String(made['id'])).execute()
    await copy.close()
    expect(names).toEqual([{ name: 'Backed up' }])
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('that can’t be written leaves nothing and says why', async () => {
    const { code, stderr } = await operator(['database', 'backup', join(dataDir, 'nowhere', 'backup.db')])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/ENOENT/)])
    expect((await operator(['database', 'backup'])).code).toBe(2)
  })
})

test('an application is registered, listed and removed', async () => {
  const uris = ['https://shop.example/connected', 'http://127.0.0.1/done']
  const given = ['application', 'create', '--name', 'Shop', ...uris.flatMap((uri) => ['--redirect-uri', uri])]
  const made = await json(...given)
  expect(made).toEqual({ client_id: expect.any(String), name: 'Shop', redirect_uris: uris })
  expect(await json('application', 'list')).toEqual([made])
  const { code, stderr } = await operator([
    'application',
    'create',
    '--name',
    'Shop',
    '--redirect-uri',
    'ftp://a.example',
  ])
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('ftp://a.example') })
  const id = String(made['client_id'])
  expect(await json('application', 'remove', id)).toEqual({ client_id: id })
  expect(await json('application', 'list')).toEqual([])
  expect((await operator(['application', 'remove', id])).code).toBe(2)
})

describe('single sign-on of a partner', () => {
  const set = [
    '--issuer',
    'https://login.nordhost.example',
    '--client-id',
    'perf',
    '--domains',
    'nordhost.example, NORD.example',
  ]

  test('is set, shown and removed, and its secret is shown to nobody', async () => {
    const { id } = await json('partner', 'create', '--name', 'Nordhost', '--email', 'it@nordhost.example')
    const partner = String(id)
    const file = join(dataDir, 'secret')
    writeFileSync(file, 'the-secret\n')
    const shown = {
      id,
      issuer: 'https://login.nordhost.example',
      client_id: 'perf',
      has_secret: true,
      domains: ['nord.example', 'nordhost.example'],
      default_role: 'manager',
      only: true,
      redirect_uri: 'http://127.0.0.1:4000/sso/callback',
    }
    const more = ['--client-secret-file', file, '--default-role', 'manager', '--only']
    expect(await json('partner', 'sso', 'set', partner, ...set, ...more)).toEqual(shown)
    expect(await json('partner', 'sso', 'show', partner)).toEqual(shown)
    // the same client keeps its secret
    expect(await json('partner', 'sso', 'set', partner, ...set)).toMatchObject({ has_secret: true, only: false })
    expect(await json('partner', 'sso', 'set', partner, ...set, '--client-id', 'other')).toMatchObject({
      has_secret: false,
      default_role: 'viewer',
    })
    const { stdout } = await operator(['partner', 'sso', 'show', partner])
    expect(stdout).toContain('redirect URI to register: http://127.0.0.1:4000/sso/callback')
    expect(await json('partner', 'sso', 'remove', partner)).toEqual({ id, removed: true })
    expect((await operator(['partner', 'sso', 'show', partner])).code).toBe(2)
  })

  test.each([
    ['an issuer over plain http', ['--issuer', 'http://login.example'], '--issuer must be an https URL'],
    ['an issuer with a query', ['--issuer', 'https://login.example/?a=1'], '--issuer must be an https URL'],
    ['a domain that isn’t one', ['--domains', 'a.example,@b.example'], 'not @b.example'],
    ['owners by default', ['--default-role', 'owner'], '--default-role must be one of manager, operator, viewer'],
    ['a secret that isn’t there', ['--client-secret-file', '/nowhere'], '--client-secret-file can’t be read'],
  ])('is refused with %s', async (_, more, words) => {
    const { id } = await json('partner', 'create', '--name', 'Nordhost', '--email', 'it@nordhost.example')
    const { code, stderr } = await operator(['partner', 'sso', 'set', String(id), ...set, ...more])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words.replace('’', "'")) })
  })
})

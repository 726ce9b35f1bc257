import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints, decideAuthorization, headers, signIn, signInWithKey } from '../../contract/index.ts'
import { runCurl } from '../test/curl.ts'
import { DnsServer } from '../test/dns-server.ts'
import { nextPassword, testPassword } from '../test/password.ts'
import { curlExample } from './curl.ts'
import { waitFor } from '../test/wait-for.ts'
import { bareEnvironment } from '../test/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'examples '))
let dns: DnsServer
let child: ChildProcess
let base: string
let partner: { readonly id: string; readonly key: string }

beforeAll(async () => {
  dns = await DnsServer.start()
  child = spawn(process.execPath, [join(import.meta.dirname, '..', 'bin', 'main.ts')], {
    env: {
      ...bareEnvironment,
      PORT: '0',
      EDGE_PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DNS_SERVERS: dns.address,
      ALLOW_PRIVATE_TARGETS: 'on',
      // no page is measured in this test
      CHROMIUM_PATH: join(folder, 'none'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await waitFor(() => expect(said).toContain('listens on'))
  const [, id = '', key = ''] = /^sign-in: partner (\S+) (\S+)$/m.exec(said) ?? []
  partner = { id, key }
  base = `${/listens on (\S+)/.exec(said)?.[1]}/api`
})

afterAll(async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  await dns.stop()
  rmSync(folder, { recursive: true })
})

const withId = z.looseObject({ id: z.string() })
const withRows = z.looseObject({ rows: z.array(withId) })
const withSample = z.looseObject({ last_sample: z.nullable(withId) })
const created = z.looseObject({ user_id: z.string(), site_id: z.string(), api_key: z.string() })
const profiles = z.looseObject({ document: z.array(withId) })

async function api(method: string, path: string, key: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { [headers.key]: key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

let count = 0

interface Made {
  ids?: Record<string, string>
  member?: string
  client?: string
}

/** What examples share, but for those that would spoil it for others. */
const shared: Made = {}
const needsItsOwn =
  /accounts\.(?:delete|updateEmail|sendWelcome)|keys\.replace|requireFactor|sites\.(?:delete|updateHost)|optimizer\.transparent|(?:monitors|tests|alertRules)\.(?:delete|update|run|start|stop)|password\.(?:change|reset)|authenticator\.begin/

/** Registers an application, as the operator does. @returns its id */
function registered(): string {
  const command = [
    'application',
    'create',
    '--name',
    'Shop',
    '--redirect-uri',
    'https://shop.example/connected',
    '--json',
  ]
  const told = execFileSync(process.execPath, [join(import.meta.dirname, '..', 'bin', 'operator.ts'), ...command], {
    env: { ...bareEnvironment, DATA_DIR: join(folder, 'data') },
  })
  return z.parse(z.looseObject({ client_id: z.string() }), JSON.parse(told.toString())).client_id
}

/** Creates an account with one of each record, and returns the variables that the examples use. */
async function variables(): Promise<Record<string, string>> {
  const name = `n${++count}`
  const account = { email: `${name}@example.org`, site: `www.${name}.example` }
  const made = z.parse(created, await api('POST', `/partners/${partner.id}/accounts`, partner.key, account))
  const monitor = { name, type: 'HTTP', constants: { url: `http://${name}.example/` } }
  const { id: monitorId } = z.parse(withId, await api('POST', '/monitors', made.api_key, monitor))
  const run = z.parse(withId, await api('POST', '/tests', made.api_key, monitor))
  const { document } = z.parse(profiles, await api('GET', `/sites/${made.site_id}/profiles`, made.api_key))
  const rule = { name: 'All', channel: 'email' }
  const { id: ruleId } = z.parse(withId, await api('POST', '/alert_rules', made.api_key, rule))
  return {
    USER_KEY: made.api_key,
    EMAIL: account.email,
    PARTNER_ID: partner.id,
    ACCOUNT_ID: made.user_id,
    SITE_ID: made.site_id,
    MONITOR_ID: monitorId,
    TEST_ID: run.id,
    PROFILE_ID: document[0]?.id ?? '',
    RULE_ID: ruleId,
  }
}

/** Waits for a sample. Checks of a name that doesn't exist give samples too. */
async function sampleOf({ USER_KEY = '', MONITOR_ID = '' }: Record<string, string>): Promise<string> {
  return waitFor(async () => {
    const { last_sample } = z.parse(withSample, await api('GET', `/monitors/${MONITOR_ID}`, USER_KEY))
    if (!last_sample) throw new Error('No sample has come yet.')
    return last_sample.id
  }, 50)
}

/** Has a monitor of a name that doesn't exist fail twice, and waits for the incident. */
async function incidentOf(ids: Record<string, string>): Promise<string> {
  const { USER_KEY = '', MONITOR_ID = '' } = ids
  await sampleOf(ids)
  await waitFor(() => api('POST', `/monitors/${MONITOR_ID}/run`, USER_KEY), 50)
  return waitFor(async () => {
    const { rows } = z.parse(withRows, await api('GET', `/incidents?monitor_id=${MONITOR_ID}`, USER_KEY))
    if (!rows[0]) throw new Error('There is no incident yet.')
    return rows[0].id
  }, 50)
}

/** The creation of its account is an event of every account. */
async function eventOf({ USER_KEY = '' }: Record<string, string>): Promise<string> {
  const { rows } = z.parse(withRows, await api('GET', '/events', USER_KEY))
  return rows[0]?.id ?? ''
}

async function partnerRule(): Promise<string> {
  const rule = { name: 'All accounts', channel: 'email' }
  const { id } = z.parse(withId, await api('POST', `/partners/${partner.id}/alert_rules`, partner.key, rule))
  return id
}

/** Waits for a mail to an address, and returns what its text has in the first pair of parentheses. */
function mailed(email: string, wanted: RegExp): Promise<string> {
  return waitFor(() => {
    const outbox = join(folder, 'data', 'outbox')
    for (const file of readdirSync(outbox).toReversed()) {
      // a long line is wrapped in the quoted-printable form
      const text = readFileSync(join(outbox, file), 'utf8').replaceAll('=\r\n', '')
      const found = text.includes(`To: ${email}`) ? wanted.exec(text)?.[1] : undefined
      if (found !== undefined) return found
    }
    throw new Error(`Nothing to ${email} has ${wanted}.`)
  }, 50)
}

/** Invites somebody to an account or a partner. */
async function invited(to: { path: string; key: string }) {
  const email = `guest${++count}@example.org`
  const { id } = z.parse(withId, await api('POST', `${to.path}/invitations`, to.key, { email, role: 'operator' }))
  return { id, email, token: await mailed(email, /invitation#([\w-]+)/) }
}

/** Has somebody join. */
async function joined(to: { path: string; key: string }) {
  const { email, token } = await invited(to)
  const body = { token, name: 'Grace', password: testPassword }
  const init = { method: 'PUT', headers: { Origin: new URL(base).origin }, body: JSON.stringify(body) }
  const reply: unknown = await (await fetch(`${base}/invitation`, init)).json()
  const { session } = z.parse(z.looseObject({ session: z.looseObject({ person: withId }) }), reply)
  return { email, id: session.person.id }
}

/** What the examples of factors come to, with made-up answers and on a host without a name. */
const unanswered: ReadonlyMap<string, readonly [status: number, words: string]> = new Map([
  ['person.session.beginPasskey', [409, 'PUBLIC_URL']],
  ['person.session.signInWithPasskey', [401, 'Sign in again']],
  ['person.session.signInWithCode', [401, 'Sign in again']],
  ['person.passkeys.begin', [409, 'PUBLIC_URL']],
  ['person.passkeys.add', [422, 'passkey']],
  ['person.passkeys.rename', [404, 'passkey']],
  ['person.passkeys.remove', [404, 'passkey']],
  ['person.authenticator.confirm', [409, 'secret']],
  ['person.authenticator.remove', [404, 'authenticator']],
  ['person.recoveryCodes.replace', [409, 'passkey']],
])

/** The token of a link that signs in the holder of an account. */
async function linkToken(account: { path: string; key: string }): Promise<string> {
  const reply = await api('POST', `${account.path}/sign_in_links`, account.key, {})
  return new URL(z.parse(z.looseObject({ url: z.string() }), reply).url).hash.slice(1)
}

/** Creates a key beside the main one. */
async function keyOf(to: { path: string; key: string }): Promise<string> {
  return z.parse(withId, await api('POST', `${to.path}/keys`, to.key, { name: 'Tests', role: 'viewer' })).id
}

/** What the examples of people and sessions use, as far as this one does. */
async function peopleOf(
  { id, path, access }: (typeof allEndpoints)[number],
  { EMAIL = '', USER_KEY = '', ...ids }: Record<string, string>,
  made: Made,
): Promise<Record<string, string>> {
  const account = { path: `/partners/${partner.id}/accounts/${ids['ACCOUNT_ID']}`, key: partner.key }
  const whole = { path: `/partners/${partner.id}`, key: partner.key }
  let who = EMAIL
  const found: Record<string, string> = {
    ORIGIN: new URL(base).origin,
    COOKIES: join(folder, `cookies-${++count}`),
    NEW_PASSWORD: nextPassword,
  }
  if (path.includes('{person_id}')) found['PERSON_ID'] = (await joined(account)).id
  if (path.includes('{partner_person_id}')) found['PARTNER_PERSON_ID'] = (await joined(whole)).id
  if (path.includes('{key_id}')) found['KEY_ID'] = await keyOf(account)
  if (path.includes('{partner_key_id}')) found['PARTNER_KEY_ID'] = await keyOf(whole)
  if (path.includes('{invitation_id}')) found['INVITATION_ID'] = (await invited(account)).id
  if (path.includes('{partner_invitation_id}')) found['PARTNER_INVITATION_ID'] = (await invited(whole)).id
  if (id.startsWith('person.invitation.')) found['TOKEN'] = (await invited(account)).token
  if (id.startsWith('person.authorization.')) found['CLIENT_ID'] = made.client ??= registered()
  if (id.startsWith('person.signInLink.')) found['TOKEN'] = await linkToken(account)
  if (id === 'person.session.signIn' || access === 'session')
    found['PASSWORD'] = await mailed(EMAIL, /Password:\s+(\S+)/)
  if (id === 'person.password.reset') {
    const page = { Origin: new URL(base).origin }
    await fetch(`${base}/password_reset`, { method: 'POST', headers: page, body: JSON.stringify({ email: EMAIL }) })
    found['TOKEN'] = await mailed(EMAIL, /reset#([\w-]+)/)
  }
  if (access === 'session') {
    // factors are changed with a password of one's own
    if (/^person\.(?:passkeys|authenticator|recoveryCodes)\./.test(id)) {
      who = made.member ??= (await joined(account)).email
      Object.assign(found, { PASSWORD: testPassword, PASSKEY_ID: randomUUID() })
    }
    // who still has the password of the mail gives no access
    const begin = id === decideAuthorization.id ? signInWithKey : signIn
    const reply = await runCurl(curlExample(begin), { ...ids, ...found, EMAIL: who, KEY: USER_KEY, BASE: base })
    found['SESSION_ID'] = z.parse(z.looseObject({ session: withId }), await reply.json()).session.id
  }
  return found
}

test.each(allEndpoints)('$id works as printed', async (endpoint) => {
  const made = needsItsOwn.test(endpoint.id) ? {} : shared
  const ids = { ...(made.ids ??= await variables()) }
  Object.assign(ids, await peopleOf(endpoint, ids, made))
  const { USER_KEY = '', SITE_ID = '', ACCOUNT_ID = '' } = ids
  if (endpoint.id.includes('.samples.')) ids['SAMPLE_ID'] = await sampleOf(ids)
  if (endpoint.path.includes('{incident_id}')) ids['INCIDENT_ID'] = await incidentOf(ids)
  if (endpoint.path.includes('{event_id}')) ids['EVENT_ID'] = await eventOf(ids)
  if (endpoint.path.includes('{partner_rule_id}')) ids['PARTNER_RULE_ID'] = await partnerRule()
  // a monitor can be run once it isn't being measured
  if (endpoint.id.endsWith('.monitors.run')) await sampleOf(ids)
  // an account can be deleted once it has no sites
  if (endpoint.id === 'partner.accounts.delete')
    await api('DELETE', `/partners/${partner.id}/accounts/${ACCOUNT_ID}/sites/${SITE_ID}`, partner.key)
  const response = await runCurl(curlExample(endpoint), {
    ...ids,
    BASE: base,
    KEY: endpoint.access === 'partner' ? partner.key : USER_KEY,
  })
  const body = await response.text()
  // this service has no certificate authority
  if (endpoint.id.endsWith('.sites.renewCertificate')) {
    expect({ status: response.status, body }).toMatchObject({
      status: 409,
      body: expect.stringContaining('automatically'),
    })
    return
  }
  // nor an identity provider
  if (/\.signOn\.(?:begin|finish)$/.test(endpoint.id)) {
    expect({ status: response.status, body }).toMatchObject({ status: 409, body: expect.stringContaining('sign') })
    return
  }
  // nor what only a browser, or an app with the secret, can answer
  const expected = unanswered.get(endpoint.id)
  if (expected) {
    expect({ status: response.status, body }).toMatchObject({
      status: expected[0],
      body: expect.stringContaining(expected[1]),
    })
    return
  }
  // nor a server at that address
  if (/\.sites\.(?:set|try)Origin$/.test(endpoint.id)) {
    expect({ status: response.status, body }).toMatchObject({ status: 422, body: expect.stringContaining('reached') })
    return
  }
  expect(response.status, body).toBe(200)
  expect(endpoint.reply.safeParse(JSON.parse(body)).error, body).toBeUndefined()
})

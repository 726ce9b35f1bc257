import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  acceptInvitation,
  addPasskey,
  allEndpoints,
  beginSignOn,
  decodeText,
  type Endpoint,
  errorBody,
  finishSignOn,
  proveYourself,
  removeAuthenticator,
  readSignOn,
  signIn,
  signInWithPasskey,
} from '../../contract/index.ts'
import { databaseServer } from './database-server.ts'
import { type Hints, oddInput, parses, validInput } from './generators.ts'
import { parseText } from '../http/index.ts'
import { stateOf, populate, type Populated, redirectUri } from './fixtures.ts'
import { ownPage } from './people.ts'
import { nextPassword, testPassword } from './password.ts'
import { bodySchema, formats, credentialFor, send, takesKey, textOf } from './send.ts'
import { type Answer, copiesOf, start, type TestService } from './service.ts'

// each run tries other inputs; on PostgreSQL, fewer forms of the same statements
const validRuns = databaseServer ? 2 : 4
// what is refused before any statement is so on SQLite, too
const oddRuns = databaseServer ? 4 : 16

/** Existing ids for the fields that hold one. */
function hintsFor(endpoint: Endpoint, { ids }: Populated): Hints {
  const { id } = endpoint
  return {
    user_id: fc.constant(ids['account_id']),
    profile_id: fc.constant(id.includes('samples') ? ids['monitor_id'] : ids['profile_id']),
    ids: fc.constant([id.includes('tests') ? ids['test_id'] : ids['monitor_id']]),
    locations: fc.constantFrom([], ['local']),
    browsers: fc.constant([]),
    deferred_host: fc.constant(false),
    deferred_creation: fc.constant(false),
    domain: fc.constant(id === readSignOn.id ? 'nordhost.example' : undefined),
    site_id: fc.constant(ids['site_id']),
    like_sample_id: fc.constant(ids['sample_id']),
    at: fc.constantFrom('2026-11-21T07:59:59Z', 'Sat, 21 Nov 2026 07:00:00 GMT'),
    revision: fc.constant(id === 'partner.fleet.changes' ? '7' : 0),
    ...(id === 'user.settings.explain' ? { url: fc.constant('/shop?x=1') } : {}),
    // the type stays, and a null stands for a secret that is there
    ...(id.endsWith('.monitors.update') && {
      type: fc.constantFrom('HTTP', 'http'),
      http_headers: fc.constantFrom(null, [], [{ name: 'X-Token', value: 'b' }]),
    }),
    // an HTTP check measures no more
    ...(id.endsWith('.monitors.setLimits') && {
      limits: fc.constantFrom(null, {}, { first_byte: 800, bytes_total: 2e6 }),
    }),
    ...(id.toLowerCase().includes('alertrules') && ruleHints(ids)),
    ...(!takesKey(endpoint) && sessionHints(endpoint, ids)),
    ...((id === 'partner.signInLinks.create' || id === beginSignOn.id) && {
      path: fc.constantFrom('/', '/monitors?page=2'),
    }),
    // of the account, and later
    ...(id.endsWith('eys.create') && {
      site_ids: fc.constantFrom(null, [ids['site_id']]),
      ends_at: fc.constantFrom(null, '2026-12-01T00:00:00Z', 1_900_000_000_000),
    }),
    // an address on the site
    ...(id.startsWith('user.cache.') && { url: fc.constantFrom('/', '/shop?x=1') }),
  }
}

/** What a rule may name, and a webhook always has an address. */
const ruleHints = (ids: Populated['ids']): Hints => ({
  channel: fc.constant('email'),
  channels: fc.constant(['email']),
  recipient: fc.constant('holder'),
  site_ids: fc.constant([ids['site_id']]),
  monitor_ids: fc.constant([ids['monitor_id']]),
  until: fc.constantFrom('2026-12-01T00:00:00Z', 1_900_000_000_000),
})

/** What opens something. */
const sessionHints = ({ id }: Endpoint, ids: Populated['ids']): Hints => ({
  email: fc.constant(ids['email']),
  id: fc.constant(ids['account_id']),
  key: fc.constant(ids['key']),
  name: fc.constant('Grace'),
  password: fc.constant(testPassword),
  current_password: fc.constant(testPassword),
  new_password: fc.constant(nextPassword),
  token: fc.constant(ids[tokenFor(id)]),
  passkey: fc.constant(JSON.parse(ids[passkeyFor(id)] ?? '')),
  kind: fc.constant('authenticator'),
  code: fc.constant(ids['code']),
  client_id: fc.constant(ids['application_id']),
  redirect_uri: fc.constant(redirectUri),
  code_challenge: fc.constant('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
  place_id: fc.constant(ids['account_id']),
})

const tokenFor = (id: string) =>
  id.startsWith('person.invitation.')
    ? 'invitation_token'
    : id.startsWith('person.signInLink.')
      ? 'sign_in_token'
      : 'reset_token'

const passkeyFor = (id: string) =>
  id === addPasskey.id ? 'new_passkey' : id === signInWithPasskey.id ? 'waiting_passkey' : 'used_passkey'

/** An end date needs a start date, which the schema doesn't say. */
const hasValidDates = (query: unknown) => {
  const { start_date, end_date } = { ...(query as { start_date?: string; end_date?: string } | undefined) }
  return end_date === undefined || start_date !== undefined
}

const inputOf = (schema: z.core.$ZodType | undefined, make: typeof validInput, hints: Hints) =>
  schema === undefined ? fc.constant(undefined) : make(schema, hints)

const copy = copiesOf(async (service) => populate(service, await service.makePartner()), {
  env: {
    SERVICE_DOMAIN: 'edge.example',
    EDGE_TLS_PORT: '0',
    ACME_DIRECTORY: 'https://authority.example/directory',
  },
})

/** A service with one of everything, and without background work, so that only the request can change anything. */
async function world() {
  const { service, made } = await copy()
  await service.stop()
  return { service, present: made }
}

/** The fields of a reply that its schema lacks. */
function unknownFields(schema: z.core.$ZodType, value: unknown, path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return value == null ? [] : unknownFields(def.innerType, value, path)
    case 'array':
      return Array.isArray(value) ? value.flatMap((item, i) => unknownFields(def.element, item, `${path}.${i}`)) : []
    case 'object': {
      if (typeof value !== 'object' || value === null || Object.keys(def.shape).length === 0) return []
      const shape = new Map(Object.entries(def.shape))
      return Object.entries(value).flatMap(([key, item]) => {
        const inner = shape.get(key)
        return inner ? unknownFields(inner, item, `${path}.${key}`) : [`${path}.${key}`]
      })
    }
    default:
      return []
  }
}

function expectRefusal({ status, body, headers }: Answer, said: string): void {
  expect(status, said).toBeGreaterThanOrEqual(400)
  expect(status, said).toBeLessThan(500)
  const { error, fields, ...more } = errorBody.parse(body)
  expect(error, said).toMatch(/^\S[^\n]{3,}/)
  expect(more).toEqual({})
  if (status === 422) expect(Object.keys(fields ?? {}).length, said).toBeGreaterThan(0)
  else expect(fields).toBeUndefined()
  expect(headers.get('x-request-id')).toBeTruthy()
}

describe.each(allEndpoints)('$id', (endpoint) => {
  test('accepts valid input and replies as the contract says', async () => {
    let here = await world()
    let succeeded = 0
    const hints = hintsFor(endpoint, here.present)
    const inputs = fc.record({
      query: inputOf(endpoint.query, validInput, hints).filter(hasValidDates),
      body: inputOf(bodySchema(endpoint), validInput, hints),
      format: fc.constantFrom(...formats),
    })
    const runs = fc.sample(inputs, validRuns)
    for (const [i, input] of runs.entries()) {
      // what is only read is there for the next one
      if (i > 0 && endpoint.method !== 'GET') here = await world()
      const { service, present } = here
      const { db } = service
      if (endpoint.id === 'partner.accounts.delete' && i % 2 === 0)
        await db.deleteFrom('sites').where('account_id', '=', present.account.id).execute()
      // otherwise it is already being measured
      if (endpoint.id.endsWith('.monitors.run') && i % 2 === 0)
        await db
          .updateTable('monitors')
          .set({ next_due_at: start + 1 })
          .execute()
      // otherwise it isn't live
      if (endpoint.id.endsWith('.sites.renewCertificate') && i % 2 === 0)
        await db
          .updateTable('sites')
          .set((eb) => ({ state: 'active', cname_seen: eb.ref('service_cname') }))
          .execute()
      // otherwise there is no counterpart
      if (endpoint.id.endsWith('.sites.setRedirect'))
        await db.updateTable('sites').set({ host: 'www.shop.example' }).execute()
      // otherwise its first code hasn't come yet
      if (endpoint.id === removeAuthenticator.id)
        await db.updateTable('authenticators').set({ confirmed_at: start }).execute()
      const asText = JSON.stringify(input)
      // whoever is new needs both
      if (endpoint.id === acceptInvitation.id)
        Object.assign(input.body as object, { name: 'Grace', password: testPassword })
      // either will do, but not neither
      if (endpoint.id === proveYourself.id && Object.values(input.body as object).every((value) => value === undefined))
        Object.assign(input.body as object, { password: testPassword })
      const isAnonymous = endpoint.access === 'open' && i % 2 === 1 && !asText.includes('user_id')
      const credential = isAnonymous ? {} : credentialFor(endpoint, present)
      const isForm = endpoint.body !== undefined && 'form' in endpoint.body
      const answer = await send(service, endpoint, {
        ids: present.ids,
        ...credential,
        ...input,
        format: isForm ? input.format : 'json',
      })
      const said = `${asText} answered ${answer.status} ${answer.text}`
      if (answer.status === 409 && endpoint.refusals?.[409] !== undefined) {
        expectRefusal(answer, said)
        continue
      }
      expect(answer.status, said).toBe(200)
      const parsed = endpoint.reply.safeParse(answer.body)
      expect(parsed.error, said).toBeUndefined()
      expect(unknownFields(endpoint.reply, answer.body), said).toEqual([])
      succeeded++
    }
    // these need a provider: sign-on.test.ts
    if (endpoint.id !== beginSignOn.id && endpoint.id !== finishSignOn.id) expect(succeeded).toBeGreaterThan(0)
  })

  test('refuses malformed requests and invalid input with a 4xx that says why, and changes nothing', async () => {
    const { service, present } = await world()
    await expectMalformedRefused(service, endpoint, present)
    await expectOddInputRefused(service, endpoint, present)
  })
})

async function expectMalformedRefused(service: TestService, endpoint: Endpoint, present: Populated): Promise<void> {
  const { ids } = present
  const { key, cookie } = credentialFor(endpoint, present)
  const credential = { key, headers: { ...ownPage, ...(cookie === undefined ? {} : { Cookie: cookie }) } }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
  const before = await stateOf(service.db)
  const junk = [
    { query: 'a[b][c][d][e][f][g]=1' },
    { query: Array.from({ length: 1001 }, (_, i) => `p${i}=1`).join('&') },
    ...(endpoint.body
      ? [
          { body: 'x'.repeat(256 * 1024 + 1), headers: { 'Content-Type': 'application/json' } },
          { body: '{"', headers: { 'Content-Type': 'application/json' } },
          { body: '[[', headers: { 'Content-Type': 'application/json; charset=utf-8' } },
          { body: new Uint8Array([0xff, 0xfe, 0]), headers: { 'Content-Type': 'application/json' } },
          { body: '<a/>', headers: { 'Content-Type': 'text/xml' } },
          { body: 'a=1', headers: { 'Content-Type': 'not a type' } },
          { body: '--b\r\nbroken', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } },
        ]
      : []),
  ]
  for (const given of junk) {
    const answer = await service.call(endpoint.method, path, {
      key,
      ...given,
      headers: { ...credential.headers, ...('headers' in given ? given.headers : {}) },
    })
    expectRefusal(answer, `${JSON.stringify(given).slice(0, 200)} answered ${answer.status}`)
    expect(await stateOf(service.db)).toBe(before)
  }
  for (const odd of ['%00', '..%2f', '%ff', 'x'.repeat(65), '__proto__', 'a b', '\u{1F600}']) {
    if (!endpoint.path.includes('{')) continue
    const name = /\{(\w+)\}[^{]*$/.exec(endpoint.path)?.[1] ?? ''
    const asked = endpoint.path.replace(/\{(\w+)\}/g, (_, n: string) => (n === name ? odd : (ids[n] ?? '')))
    const answer = await service.call(endpoint.method, asked, credential)
    expectRefusal(answer, `${endpoint.method} ${asked} answered ${answer.status} ${answer.text}`)
    expect(await stateOf(service.db)).toBe(before)
  }
}

async function expectOddInputRefused(service: TestService, endpoint: Endpoint, present: Populated): Promise<void> {
  // what was begun is used up, whatever is sent
  const credential = endpoint.access === 'guest' ? {} : credentialFor(endpoint, present)
  await service.db.updateTable('sessions').set({ challenge: null }).execute()
  // a failed sign-in of somebody known is counted
  const nobody = endpoint.id === signIn.id ? { email: fc.constant('nobody@example.com') } : {}
  const hints = { ...hintsFor(endpoint, present), ...nobody }
  const [querySchema, schema] = [endpoint.query, bodySchema(endpoint)]
  const isForm = endpoint.body !== undefined && 'form' in endpoint.body
  const inputs = fc.record({
    query: inputOf(querySchema, oddInput, hints),
    body: inputOf(schema, oddInput, hints),
    format: fc.constantFrom(...formats),
  })
  let before = await stateOf(service.db)
  for (const { query, body, format } of fc.sample(inputs, querySchema || schema ? oddRuns : 0)) {
    const answer = await send(service, endpoint, {
      ids: present.ids,
      ...credential,
      query,
      body,
      ...(isForm ? { format } : {}),
    })
    const said = `${JSON.stringify({ query, body, format }).slice(0, 2000)} answered ${answer.status} ${answer.text.slice(0, 500)}`
    expect(answer.status, said).toBeLessThan(500)
    const after = await stateOf(service.db)
    if (answer.status >= 400) {
      expectRefusal(answer, said)
      expect(after, said).toBe(before)
    } else {
      // accepted input is valid by the schema
      if (querySchema) expect(parses(querySchema, decodeText(querySchema, overTheWire(query))), said).toBe(true)
      if (schema && !isForm) expect(parses(schema, body), said).toBe(true)
      if (schema && isForm)
        expect(parses(schema, decodeText(schema, format === 'json' ? (body ?? {}) : overTheWire(body))), said).toBe(
          true,
        )
      expect(answer.text, said).not.toMatch(/polluted|\\u(0000|d[89a-f])/i)
    }
    before = after
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
}

/** A query or form as the service reads it from the wire. */
const overTheWire = (fields: unknown) => parseText(textOf(fields))

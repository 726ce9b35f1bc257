import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints, fillPath } from '../../contract/index.ts'
import { runCurl } from '../test/curl.ts'
import { nextPassword, testPassword } from '../test/password.ts'
import { curlExample, exampleInputs } from './curl.ts'
import { parseInput, readInput } from './input.ts'

const ids = {
  partner_id: 'partner-1',
  account_id: 'account-1',
  site_id: 'site-1',
  monitor_id: 'monitor-1',
  test_id: 'test-1',
  sample_id: 'sample-1',
  event_id: 'event-1',
  incident_id: 'incident-1',
  rule_id: 'rule-1',
  partner_rule_id: 'rule-2',
  profile_id: 'profile-1',
  person_id: 'person-1',
  partner_person_id: 'person-2',
  invitation_id: 'invitation-1',
  partner_invitation_id: 'invitation-2',
  session_id: 'session-1',
  key_id: 'key-1',
  partner_key_id: 'key-2',
  passkey_id: 'passkey-1',
}
const sent = z.looseObject({
  query: z.optional(z.record(z.string(), z.unknown())),
  body: z.optional(z.union([z.looseObject({}), z.array(z.unknown())])),
})

/** The requests that a server received. */
const seen: Request[] = []
const server = createServer((message, reply) => {
  void requestOf(message).then((request) => {
    seen.push(request)
    reply.end('{}')
  })
})
let base: string

async function requestOf(message: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = []
  for await (const chunk of message) if (chunk instanceof Uint8Array) chunks.push(chunk)
  const fields = new Headers()
  for (const [name, value] of Object.entries(message.headers)) fields.set(name, String(value))
  const method = message.method ?? ''
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  return new Request(`http://localhost${message.url}`, { method, headers: fields, ...body })
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api`
})
afterAll(() => server.close())

/** A shell variable for each id. */
const variables = {
  ...Object.fromEntries(Object.entries(ids).map(([name, value]) => [name.toUpperCase(), value])),
  EMAIL: 'ada@example.com',
  PASSWORD: testPassword,
  NEW_PASSWORD: nextPassword,
  TOKEN: 'token-1',
  CLIENT_ID: 'client-1',
  ORIGIN: 'https://perf.example',
  COOKIES: '/dev/null',
}

test.each(allEndpoints)('$id: the curl example sends a request that the operation accepts', async (endpoint) => {
  seen.length = 0
  await runCurl(curlExample(endpoint), { BASE: base, KEY: 'the key', ...variables })
  const [request] = seen
  if (!request) throw new Error('Nothing was sent.')

  expect(request.method).toBe(endpoint.method)
  expect(new URL(request.url).pathname).toBe(`/api${fillPath(endpoint.path, ids)}`)
  expect(request.headers.get('SERVICE-API-KEY')).toBe(/partner|user/.test(endpoint.access) ? 'the key' : null)
  expect(request.headers.get('Origin')).toBe(/session|guest/.test(endpoint.access) ? 'https://perf.example' : null)
  const input = parseInput(endpoint, ids, await readInput(endpoint, request))

  const said = JSON.stringify(new Map(Object.entries(exampleInputs)).get(endpoint.id) ?? {})
  const filled = z.parse(
    sent,
    JSON.parse(
      said.replace(
        /\$([A-Z_]+)/g,
        (_, name: string) => new Map(Object.entries({ ...variables, KEY: 'the key' })).get(name) ?? '',
      ),
    ),
  )
  if (filled.query) expect(input.query).toMatchObject(filled.query)
  if (filled.body) expect(input.body).toMatchObject(filled.body)
})

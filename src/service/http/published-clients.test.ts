import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'
import { monitor, withAccount } from './testing.ts'

const formType = 'application/x-www-form-urlencoded'

/**
 * Requests as the programs send them that have been written against this API: shop plugins and hosting add-ons that put
 * fields into the query, name the form type for whatever they send, and read until the connection is closed.
 */
async function withClient() {
  const given = await withAccount()
  const server = listen(given.app.fetch, { port: 0, host: '127.0.0.1', trustedProxies: [] })
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo

  /** Sends a request with the form type, whatever the body is. */
  async function send(line: string, key: string, body = '', { type = formType, isChunked = false } = {}) {
    const head = [
      `${line.replace(' ', ' /api')} HTTP/1.1`,
      'Host: perf.example',
      `SERVICE-API-KEY: ${key}`,
      `Content-Type: ${type}`,
      isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: Close',
    ]
    const socket = connect(port, '127.0.0.1')
    const sent = isChunked ? `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
    socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`)
    // ends only when the server closes the connection
    return replyOf(await text(socket))
  }
  return { ...given, send }
}

function replyOf(received: string) {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map((field): [string, string] => [field.split(':', 1)[0] ?? '', field.slice(field.indexOf(':') + 1)]),
  )
  return { line, headers, body: rest.join('\r\n\r\n') }
}

const ok = 'HTTP/1.1 200 OK'

describe('a form’s fields in the query', () => {
  test('make an account', async () => {
    const { send, partner, accounts } = await withClient()
    const query = 'first_name=Eva&last_name=Berg&email=eva%40example.com&site=www.eva.example'
    const { line, body } = await send(`POST ${accounts}?${query}`, partner.key)
    expect(line).toBe(ok)
    expect(JSON.parse(body)).toMatchObject({ email: 'eva@example.com', host: 'www.eva.example' })
  })

  test('change an email address and a host', async () => {
    const { send, partner, mine, accounts } = await withClient()
    expect(await send(`PUT ${mine}/update_email?new_email=new%40example.com`, partner.key)).toMatchObject({ line: ok })
    const made = await send(`POST ${accounts}?email=a%40example.com&site=old.example`, partner.key)
    const { user_id, site_id } = JSON.parse(made.body) as Record<string, string>
    const changed = await send(
      `PUT ${accounts}/${user_id}/sites/${site_id}/update_host?new_host=new.example`,
      partner.key,
    )
    expect(changed.line).toBe(ok)
    expect(JSON.parse(changed.body)).toMatchObject({ host: 'new.example' })
  })

  test('yield to those of the body', async () => {
    const { send, partner, accounts } = await withClient()
    const { body } = await send(
      `POST ${accounts}?email=query%40example.com&site=query.example`,
      partner.key,
      'email=body%40example.com',
    )
    expect(JSON.parse(body)).toMatchObject({ email: 'body@example.com', host: 'query.example' })
  })

  test('are checked like those of a body', async () => {
    const { send, partner, accounts } = await withClient()
    const { line, body } = await send(`POST ${accounts}?email=nobody&site=a.example`, partner.key)
    expect(line).toMatch(/ 422 /)
    expect(JSON.parse(body)).toMatchObject({ fields: { email: 'must be an email address' } })
  })
})

test.each([formType, 'text/plain', ''])('JSON is read as JSON when its type is %j', async (type) => {
  const { send, account } = await withClient()
  const { line, body } = await send('POST /monitors', account.key, JSON.stringify(monitor), { type })
  expect(line).toBe(ok)
  expect(JSON.parse(body)).toMatchObject({ name: monitor.name })
})

test('what isn’t JSON there is malformed', async () => {
  const { send, account } = await withClient()
  expect((await send('POST /monitors', account.key, 'name=Home')).line).toMatch(/ 400 /)
})

test('a body in ASCII may say that it’s in ISO 8859-1', async () => {
  const { send, partner, account, accounts } = await withClient()
  const type = `${formType}; charset=ISO-8859-1`
  const query = 'first_name=Eva&email=eva%40example.com&site=www.eva.example'
  expect((await send(`POST ${accounts}?${query}`, partner.key, '', { type })).line).toBe(ok)
  expect((await send(`POST ${accounts}`, partner.key, 'email=al%40example.com&site=al.example', { type })).line).toBe(
    ok,
  )
  const refused = await send(`POST ${accounts}`, partner.key, 'email=ö%40example.com&site=o.example', { type })
  expect(refused.line).toMatch(/ 415 /)
  expect((await send('POST /monitors', account.key, JSON.stringify(monitor), { type })).line).toBe(ok)
})

test('an empty field counts as left out', async () => {
  const { send, account } = await withClient()
  expect((await send('GET /monitors?user_id=&page=&search_term=', account.key)).line).toBe(ok)
  expect((await send('POST /monitors', account.key, JSON.stringify({ ...monitor, name: '' }))).line).toMatch(/ 422 /)
})

describe('a user_id in the body of a GET', () => {
  test.each([
    [formType, (id: string) => `user_id=${id}`],
    ['application/json', (id: string) => JSON.stringify({ user_id: id })],
    // what the type says doesn't matter
    [`${formType}; charset=iso-8859-1`, (id: string) => `name=%FC&user_id[]=${id}`],
    ['text/plain', (id: string) => `user_id=${id}`],
    ['application/json', (id: string) => `user_id=${id}`],
    [formType, (id: string) => JSON.stringify({ user_id: id })],
  ])('as %s must be the key’s', async (type, bodyOf) => {
    const { send, account } = await withClient()
    expect((await send('GET /sites', account.key, bodyOf(account.id), { type })).line).toBe(ok)
    expect((await send('GET /sites', account.key, bodyOf('another'), { type })).line).toMatch(/ 403 /)
  })

  test('is found in chunks too', async () => {
    const { send, account } = await withClient()
    const line = async (id: string) =>
      (await send('GET /sites', account.key, `user_id=${id}`, { isChunked: true })).line
    expect(await line(account.id)).toBe(ok)
    expect(await line('another')).toMatch(/ 403 /)
  })

  test('counts only where it can be read', async () => {
    const { send, account } = await withClient()
    expect((await send('GET /sites', account.key, '{"user_id', { type: 'application/json' })).line).toBe(ok)
    expect((await send('GET /sites', account.key, 'x'.repeat(300_000))).line).toMatch(/ 413 /)
  })
})

test.each(['GET /sites', 'GET /monitors.csv', 'GET /nothing', 'POST /monitors', 'DELETE /monitors'])(
  'the reply to %s has its length, isn’t chunked, and the connection ends',
  async (line) => {
    const { send, account } = await withClient()
    const { headers, body } = await send(line, account.key)
    expect(headers.get('transfer-encoding')).toBeNull()
    expect(headers.get('connection')).toBe('close')
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(body))
  },
)

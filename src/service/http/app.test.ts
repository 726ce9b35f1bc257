import { describe, expect, test } from 'vitest'
import { maxBodyBytes } from '../../contract/index.ts'
import { testService } from '../test/service.ts'

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

async function withAccount() {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const accounts = `/partners/${partner.id}/accounts`
  return { ...service, partner, account, accounts, mine: `${accounts}/${account.id}` }
}

const monitor = { name: 'Home', type: 'HTTP', constants: { url: 'http://www.example/' } }

describe('suffixes', () => {
  test('a path works the same with and without .json', async () => {
    const { call, partner, account, mine } = await withAccount()
    for (const [path, key] of [
      [`/partners/${partner.id}`, partner.key],
      [mine, partner.key],
      ['/sites', account.key],
    ] as const) {
      const [bare, json] = [await call('GET', path, { key }), await call('GET', `${path}.json`, { key })]
      expect(bare.status).toBe(200)
      expect(json.headers.get('content-type')).toMatch(/^application\/json/)
      expect(json.body).toEqual(bare.body)
    }
    const made = await call('POST', '/sites.json', { key: account.key, form: { host: 'suffix.example' } })
    expect(made.status).toBe(201)
  })

  test('a list is also available as .csv, with the same query and page', async () => {
    const { call, partner, accounts, makeAccount } = await withAccount()
    await makeAccount(partner, {
      name: '=cmd()',
      name_lower: '=cmd()',
      email: 'b@example.com',
      email_lower: 'b@example.com',
    })
    const query = { per_page: 1, direction: 'asc' }
    const csv = await call('GET', `${accounts}.csv`, { key: partner.key, query })
    expect(csv.status).toBe(200)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="api.csv"')
    const json = await call('GET', accounts, { key: partner.key, query })
    expect(json.headers.get('content-disposition')).toBe('attachment; filename="api.json"')
    const { accounts: rows } = (await call('GET', accounts, { key: partner.key, query })).body as {
      accounts: { id: string }[]
    }
    expect(rows).toHaveLength(1)
    const lines = csv.text.split('\r\n')
    expect(lines).toHaveLength(3)
    expect(csv.text).toContain(rows[0]?.id)
    expect(csv.text).toContain("'=cmd()")
  })

  test.each(['/sites.csv', '/monitors.csv', '/tests.csv'])('%s', async (path) => {
    const { call, account } = await withAccount()
    expect((await call('GET', path, { key: account.key })).headers.get('content-type')).toMatch(/^text\/csv/)
  })

  test.each([
    ['GET', '/sites.xml'],
    ['GET', '/monitors.html'],
    ['POST', '/sites.csv'],
    ['GET', '/users/email.csv'],
    ['GET', '/capabilities.csv'],
  ])('%s %s is not available: 406', async (method, path) => {
    const { call, account } = await withAccount()
    const answer = await call(method, path, { key: account.key })
    expect(answer.status).toBe(406)
    expect(answer.body).toEqual({ error: expect.stringContaining('use .json') })
  })
})

describe('paths and methods', () => {
  test('an unknown path: 404', async () => {
    const { call } = await withAccount()
    for (const path of ['/nothing', '/nothing.json', '/sites/a/b/c', '/partners', '/', '/sites/']) {
      expect(await call('GET', path), path).toMatchObject({ status: 404, body: { error: expect.any(String) } })
    }
  })

  test.each([
    ['DELETE', '/sites', ['GET', 'HEAD', 'POST', 'PUT']],
    ['PATCH', '/sites', ['GET', 'HEAD', 'POST', 'PUT']],
    ['POST', '/users/email', ['GET', 'HEAD']],
    ['PUT', '/monitors.json', ['DELETE', 'GET', 'HEAD', 'POST']],
    ['GET', '/monitors/some-id/start', ['PUT']],
    ['PUT', '/partners/some-id', ['GET', 'HEAD']],
  ])('%s %s: 405, with the accepted methods in Allow', async (method, path, allowed) => {
    const { call } = await withAccount()
    const answer = await call(method, path)
    expect(answer.status).toBe(405)
    expect(
      answer.headers
        .get('allow')
        ?.split(', ')
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(allowed)
    expect(answer.headers.get('x-request-id')).toMatch(requestId)
  })

  test('HEAD answers like GET, without the body', async () => {
    const { call, account } = await withAccount()
    const answer = await call('HEAD', '/sites', { key: account.key })
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect((await call('HEAD', '/sites')).status).toBe(401)
  })

  test('PUT /sites creates a site, like POST', async () => {
    const { call, account } = await withAccount()
    expect((await call('PUT', '/sites', { key: account.key, form: { host: 'put.example' } })).status).toBe(201)
  })

  test('PUT /monitors/{id}/pause stops the monitor', async () => {
    const { call, account } = await withAccount()
    const made = await call('POST', '/monitors', { key: account.key, json: monitor })
    const { id } = made.body as { id: string }
    const answer = await call('PUT', `/monitors/${id}/pause`, { key: account.key })
    expect(answer).toMatchObject({ status: 200, body: [{ id, status: 'SUSPENDED' }] })
  })
})

describe('bodies', () => {
  test('a form can be URL-encoded, multipart or JSON', async () => {
    const { call, partner, accounts } = await withAccount()
    const fields = { email: 'f@example.com', site: 'f.example', first_name: 'Éa', deferred_host: 'off' }
    const form = await call('POST', accounts, { key: partner.key, form: fields })
    expect(form.status).toBe(201)
    const parts = new FormData()
    for (const [name, value] of Object.entries({ ...fields, email: 'm@example.com' })) parts.append(name, value)
    expect((await call('POST', accounts, { key: partner.key, body: parts })).status).toBe(201)
    const json = await call('POST', accounts, {
      key: partner.key,
      json: { ...fields, email: 'j@example.com', deferred_host: false },
    })
    expect(json.status).toBe(201)
    const names = await call('GET', accounts, { key: partner.key, query: { search_term: 'Éa' } })
    expect(names.body).toMatchObject({ total_entries: 3, accounts: [{ name: 'Éa' }, { name: 'Éa' }, { name: 'Éa' }] })
  })

  test.each(['1', 'true', 'on', 'TRUE'])('a form’s %s is true', async (value) => {
    const { call, partner, accounts } = await withAccount()
    // only addon partners may set it, so true is refused and false is not
    const form = { email: 'b@example.com', site: 'b.example', deferred_creation: value }
    expect((await call('POST', accounts, { key: partner.key, form })).status).toBe(422)
  })

  test.each(['0', 'false', 'off', ''])('a form’s %j is false', async (value) => {
    const { call, partner, accounts } = await withAccount()
    const form = { email: 'b@example.com', site: 'b.example', deferred_creation: value }
    expect((await call('POST', accounts, { key: partner.key, form })).status).toBe(201)
  })

  test('an invalid boolean in a form: 422', async () => {
    const { call, partner, accounts } = await withAccount()
    const form = { email: 'b@example.com', site: 'b.example', ignore_ssl_check: 'maybe' }
    const answer = await call('POST', accounts, { key: partner.key, form })
    expect(answer).toMatchObject({ status: 422, body: { fields: { ignore_ssl_check: 'must be true or false' } } })
  })

  test('a file in a multipart form: 422 on its field', async () => {
    const { call, partner, accounts } = await withAccount()
    const parts = new FormData()
    parts.append('email', 'f@example.com')
    parts.append('site', new Blob(['x']), 'site.txt')
    const answer = await call('POST', accounts, { key: partner.key, body: parts })
    expect(answer).toMatchObject({ status: 422, body: { fields: { site: 'must be text, not a file' } } })
  })

  test.each([
    ['{"email"', 'application/json'],
    ['--nothing of a form', 'multipart/form-data; boundary=x'],
    ['x', 'multipart/form-data'],
    ['a[b][c][d][e][f]=1', 'application/x-www-form-urlencoded'],
  ])('a malformed form %j as %s: 400', async (body, type) => {
    const { call, partner, accounts } = await withAccount()
    const answer = await call('POST', accounts, { key: partner.key, body, headers: { 'Content-Type': type } })
    expect(answer.status).toBe(400)
  })

  test('an empty body is a form without fields', async () => {
    const { call, partner, accounts } = await withAccount()
    const answer = await call('POST', accounts, { key: partner.key })
    expect(answer).toMatchObject({ status: 422, body: { fields: { email: 'is required', site: 'is required' } } })
  })

  test.each([
    ['{', 400],
    ['', 400],
    [new Uint8Array([0x22, 0xff, 0x22]), 400],
    ['[]', 422],
    ['null', 422],
    ['"x"', 422],
  ])('a JSON operation’s body %j: %d', async (body, status) => {
    const { call, account } = await withAccount()
    const answer = await call('POST', '/monitors', {
      key: account.key,
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(answer.status).toBe(status)
  })

  test('an unsupported content type: 415', async () => {
    const { call, partner, account, accounts } = await withAccount()
    const xml = { body: '<a/>', headers: { 'Content-Type': 'application/xml' } }
    expect((await call('POST', accounts, { key: partner.key, ...xml })).status).toBe(415)
    expect((await call('POST', '/monitors', { key: account.key, ...xml })).status).toBe(415)
    expect((await call('POST', '/monitors', { key: account.key, form: { name: 'x' } })).status).toBe(415)
    expect((await call('DELETE', '/monitors', { key: account.key, body: '{"ids":["x"]}' })).status).toBe(415)
  })

  test('a body over 256 KiB: 413', async () => {
    const { call, partner, accounts } = await withAccount()
    const text = (bytes: number) => ({
      key: partner.key,
      body: `company=${'x'.repeat(bytes - 8)}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect((await call('POST', accounts, text(maxBodyBytes))).status).toBe(422)
    expect((await call('POST', accounts, text(maxBodyBytes + 1))).status).toBe(413)
  })

  test('a body without Content-Length has the same limit', async () => {
    const { app, partner, accounts } = await withAccount()
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(120))
      },
    })
    const headers = { 'SERVICE-API-KEY': partner.key, 'Content-Type': 'application/x-www-form-urlencoded' }
    const init = { method: 'POST', body: endless, headers, duplex: 'half' } as RequestInit
    const response = await app.fetch(new Request(`http://localhost/api${accounts}`, init))
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(2 * maxBodyBytes)
  })

  test('a NUL character is refused, naming its field', async () => {
    const { call, partner, account, accounts } = await withAccount()
    const form = { email: 'n@example.com', site: 'n.example', company: 'a\u0000b' }
    const inForm = await call('POST', accounts, { key: partner.key, form })
    expect(inForm).toMatchObject({
      status: 422,
      body: { fields: { company: 'must not contain line breaks or control characters' } },
    })
    const json = { ...monitor, constants: { ...monitor.constants, auth: 'a\u0000b' } }
    const inJson = await call('POST', '/monitors', { key: account.key, json })
    expect(inJson).toMatchObject({ status: 422, body: { fields: { 'constants.auth': expect.any(String) } } })
    const inQuery = await call('GET', accounts, { key: partner.key, query: 'search_term=%00' })
    expect(inQuery).toMatchObject({ status: 422, body: { fields: { search_term: expect.any(String) } } })
  })
})

describe('errors', () => {
  test('are one sentence, with the invalid fields for a 422', async () => {
    const { call, partner, account, accounts } = await withAccount()
    const unknown = await call('GET', `/monitors/${account.id}`, { key: account.key })
    expect(unknown).toMatchObject({ status: 404, body: { error: "This monitor doesn't exist." } })
    expect(Object.keys(unknown.body as object)).toEqual(['error'])
    const wrong = await call('GET', accounts, { key: partner.key, query: { per_page: 101, page: 0, sort_by: 'age' } })
    expect(wrong).toMatchObject({
      status: 422,
      body: {
        error: expect.stringMatching(/^\w.*\.$/),
        fields: { per_page: 'must be 1 to 100', page: 'must be at least 1', sort_by: 'must be name or email' },
      },
    })
  })

  test('name a nested field by its path', async () => {
    const { call, account } = await withAccount()
    const json = { ...monitor, timing: { interval: 5 }, variables: { connectivities: [{ bandwidth_down: -1 }] } }
    const { body } = await call('POST', '/monitors', { key: account.key, json })
    expect(body).toMatchObject({
      fields: {
        'timing.interval': 'must be at least 6 minutes',
        'variables.connectivities.0.bandwidth_down': 'must not be negative',
        'variables.connectivities.0.latency': expect.any(String),
      },
    })
  })

  test('of the service show the request id and no internals', async () => {
    const { call, account, db } = await withAccount()
    await db.schema.alterTable('monitors').renameTo('elsewhere').execute()
    const answer = await call('GET', '/monitors', { key: account.key })
    await db.schema.alterTable('elsewhere').renameTo('monitors').execute()
    expect(answer.status).toBe(500)
    const id = answer.headers.get('x-request-id') ?? ''
    expect(id).toMatch(requestId)
    expect(answer.body).toEqual({
      error: `The service failed to process the request. Quote request ID ${id} when you report it.`,
    })
  })
})

describe('every reply', () => {
  test('has its own request id', async () => {
    const { call, account } = await withAccount()
    const answers = [
      await call('GET', '/sites', { key: account.key }),
      await call('GET', '/sites', { key: account.key }),
      await call('GET', '/sites'),
      await call('GET', '/nothing'),
      await call('DELETE', '/sites'),
      await call('GET', '/sites.xml'),
    ]
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(requestId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('of the API is never cached', async () => {
    const { call, account } = await withAccount()
    expect((await call('GET', '/sites', { key: account.key })).headers.get('cache-control')).toBe('no-store')
  })
})

describe('CORS', () => {
  const origin = 'https://dashboard.example'

  test('is off unless the operator allows origins', async () => {
    const { call } = await testService()
    const answer = await call('GET', '/nothing', { headers: { Origin: origin } })
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  })

  test('lets an allowed origin send the key and read the headers it needs', async () => {
    const { call } = await testService({ env: { CORS_ORIGINS: origin } })
    const preflight = { Origin: origin, 'Access-Control-Request-Method': 'PUT' }
    const { status, headers } = await call('OPTIONS', '/sites', { headers: preflight })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toBe('service-api-key,content-type')
    const answer = await call('GET', '/sites', { headers: { Origin: origin } })
    expect(answer.headers.get('access-control-expose-headers')).toBe('X-Request-Id,Retry-After,Deprecation,Link')
    const other = await call('GET', '/sites', { headers: { Origin: 'https://evil.example' } })
    expect(other.headers.has('access-control-allow-origin')).toBe(false)
  })
})

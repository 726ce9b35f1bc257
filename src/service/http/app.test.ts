import { describe, expect, test } from 'vitest'
import { testService } from '../test/service.ts'
import { monitor, withAccount } from './testing.ts'

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

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
    expect(made.status).toBe(200)
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
    expect((await call('PUT', '/sites', { key: account.key, form: { host: 'put.example' } })).status).toBe(200)
  })

  test('PUT /monitors/{id}/pause stops the monitor', async () => {
    const { call, account } = await withAccount()
    const made = await call('POST', '/monitors', { key: account.key, json: monitor })
    const { id } = made.body as { id: string }
    const answer = await call('PUT', `/monitors/${id}/pause`, { key: account.key })
    expect(answer).toMatchObject({ status: 200, body: [{ id, status: 'SUSPENDED' }] })
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
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toBe(
      'service-api-key,authorization,service-partner-key,idempotency-key,content-type',
    )
    const answer = await call('GET', '/sites', { headers: { Origin: origin } })
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'X-Request-Id,Retry-After,RateLimit,RateLimit-Policy,Deprecation,Link',
    )
    const other = await call('GET', '/sites', { headers: { Origin: 'https://evil.example' } })
    expect(other.headers.has('access-control-allow-origin')).toBe(false)
  })
})

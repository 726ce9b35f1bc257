import { describe, expect, test } from 'vitest'
import { maxBodyBytes } from '../../contract/index.ts'
import { monitor, withAccount } from './testing.ts'

describe('bodies', () => {
  test('a form can be URL-encoded, multipart or JSON', async () => {
    const { call, partner, accounts } = await withAccount()
    const fields = { email: 'f@example.com', site: 'f.example', first_name: 'Éa', deferred_host: 'off' }
    const form = await call('POST', accounts, { key: partner.key, form: fields })
    expect(form.status).toBe(200)
    const parts = new FormData()
    for (const [name, value] of Object.entries({ ...fields, email: 'm@example.com' })) parts.append(name, value)
    expect((await call('POST', accounts, { key: partner.key, body: parts })).status).toBe(200)
    const json = await call('POST', accounts, {
      key: partner.key,
      json: { ...fields, email: 'j@example.com', deferred_host: false },
    })
    expect(json.status).toBe(200)
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
    expect((await call('POST', accounts, { key: partner.key, form })).status).toBe(200)
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
    const parts = new FormData()
    parts.append('name', 'x')
    expect((await call('POST', '/monitors', { key: account.key, body: parts })).status).toBe(415)
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

import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createAccount, listPeople, readInvitation, resetPassword, signIn } from '../../contract/index.ts'
import { insertLink, insertMember } from '../test/people.ts'
import { testPassword } from '../test/password.ts'
import { send } from '../test/send.ts'
import { testService } from '../test/service.ts'

/** The service with its log lines as they are written. */
async function withLog() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  const service = await testService({ log: pino({ level: 'trace' }, stream) })
  return { ...service, lines }
}

test('a request’s line names the caller and the address, and no key', async () => {
  const { call, makePartner, makeAccount, lines } = await withLog()
  const partner = await makePartner()
  const account = await makeAccount(partner)
  await call('GET', `/partners/${partner.id}/accounts/${account.id}`, { key: partner.key, address: '192.0.2.7' })
  await call('GET', '/sites', { key: account.key })
  await call('GET', '/sites', { key: 'wrong' })
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
    { partner: partner.id, account: account.id, address: '192.0.2.7', status: 200 },
    { account: account.id, status: 200 },
    { address: '192.0.2.1', status: 401 },
  ])
  const text = JSON.stringify(lines)
  for (const key of [partner.key, account.key, 'wrong']) expect(text).not.toContain(key)
})

test('a key that was pasted into an address isn’t logged', async () => {
  const { call, makePartner, makeAccount, lines } = await withLog()
  const { key } = await makeAccount(await makePartner())
  for (const path of [
    `/sites/${key}`,
    `/sites/${key}/flush_cache`,
    `/${key}`,
    `/sites&service_api_key=${key}`,
    `/sites;${key}`,
    `/sites.${key}`,
    `/sites?service_api_key=${key}`,
    `/partners/${key}/accounts.json`,
  ])
    for (const method of ['GET', 'PUT'] as const)
      await call(method, path, { key, headers: { Referer: `https://perf.example/${key}` } })
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(16)
  expect(JSON.stringify(lines)).not.toContain(key)
})

test('a session’s line names the person; cookies, passwords and the tokens of links aren’t logged', async () => {
  const service = await withLog()
  const account = await service.makeAccount(await service.makePartner())
  const ada = await insertMember(service.db, { account_id: account.id }, 'owner')
  const links = [
    await insertLink(service.db, {
      kind: 'invitation',
      email: 'a@example.com',
      account_id: account.id,
      role: 'viewer',
    }),
    await insertLink(service.db, { kind: 'reset', email: ada.email, person_id: ada.id }),
  ] as const
  const body = { email: ada.email, password: testPassword }
  const [cookie = ''] = (await send(service, signIn, { ids: {}, body })).headers.getSetCookie()
  const headers = { 'SERVICE-ACCOUNT-ID': account.id }
  await send(service, listPeople.user, { ids: {}, cookie: cookie.split(';')[0], headers })
  await send(service, readInvitation, { ids: {}, body: { token: links[0].token } })
  await send(service, resetPassword, { ids: {}, body: { token: links[1].token, new_password: `${testPassword}!` } })
  expect(service.lines).toContainEqual(expect.objectContaining({ person: ada.id, account: account.id, status: 200 }))
  const token = /=([\w-]{43});/.exec(cookie)?.[1] ?? ''
  expect(token).not.toBe('')
  const text = JSON.stringify(service.lines)
  for (const secret of [token, testPassword, ...links.map((link) => link.token)]) expect(text).not.toContain(secret)
})

test('each change has a line that names who made it and what was changed; a refused one has none', async () => {
  const { ask, call, makePartner, lines } = await withLog()
  const partner = await makePartner()
  const made = await ask(
    createAccount,
    { path: { partner_id: partner.id }, body: { email: 'a@example.com', site: 'a.example' } },
    partner.key,
  )
  await call('DELETE', `/partners/${partner.id}/accounts/${made.user_id}`, { key: partner.key })
  const changes = lines.filter(({ msg }) => msg === 'change')
  expect(changes).toMatchObject([
    {
      operation: 'partner.accounts.create',
      partner: partner.id,
      address: '192.0.2.1',
      ids: { partner_id: partner.id, user_id: made.user_id, site_id: made.site_id },
    },
  ])
  expect(JSON.stringify(lines)).not.toContain(made.api_key)
})

test('a client that leaves in the middle of its request is no failure of the service', async () => {
  const { app, makePartner, lines } = await withLog()
  const partner = await makePartner()
  const abort = new AbortController()
  const body = new ReadableStream({
    pull(controller) {
      abort.abort()
      controller.error(new DOMException('This operation was aborted', 'AbortError'))
    },
  })
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'SERVICE-API-KEY': partner.key, 'Content-Type': 'application/json' },
    body,
    duplex: 'half',
    signal: abort.signal,
  }
  const request = new Request(`http://localhost/api/partners/${partner.id}/accounts`, init)
  await app.fetch(request, { incoming: { socket: { remoteAddress: '192.0.2.1' } } })
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

import { expect, test } from 'vitest'
import { testService } from '../test/service.ts'

async function dashboard(env: Record<string, string> = {}) {
  const { app } = await testService({ env })
  const read = (path: string) => app.fetch(new Request(`http://localhost${path}`))
  const policy = (await read('/')).headers.get('content-security-policy') ?? ''
  return {
    connects: /connect-src ([^;]*)/.exec(policy)?.[1],
    config: (await (await read('/config.json')).json()) as unknown,
  }
}

test('the dashboard connects to its own service only', async () => {
  expect(await dashboard()).toEqual({
    connects: "'self'",
    config: { base_url: '/api', api_origins: [], idempotency_keys: true, sessions: true, passkeys: true },
  })
})

test('and to the origins that the operator names, which the sign-in then offers', async () => {
  const origins = ['https://api.example', 'http://127.0.0.1:4001']
  expect(await dashboard({ DASHBOARD_API_ORIGINS: origins.join() })).toEqual({
    connects: `'self' ${origins.join(' ')}`,
    config: { base_url: '/api', api_origins: origins, idempotency_keys: true, sessions: true, passkeys: true },
  })
})

test('a dashboard that is opened over plain http from elsewhere keeps no session', async () => {
  const { app } = await testService({ env: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  const configAt = async (host: string): Promise<unknown> =>
    (await app.fetch(new Request(`http://${host}/config.json`))).json()
  expect(await configAt('localhost:4000')).toMatchObject({ sessions: true })
  expect(await configAt('192.0.2.9:4000')).toMatchObject({ sessions: false })
})

test.each(['//api/sites', '/API/sites', '/Api', '//API//sites'])(
  'there is nothing at %s, which looks like the API’s address',
  async (path) => {
    const { app } = await testService()
    const { status, headers } = await app.fetch(new Request(`http://localhost${path}`))
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json'])
  },
)

test('a page whose address holds a secret names it to no other server', async () => {
  const { app } = await testService()
  const policyOf = async (path: string) =>
    (await app.fetch(new Request(`http://localhost${path}`))).headers.get('referrer-policy')
  expect(await policyOf('/sign-in-link')).toBe('no-referrer')
  expect(await policyOf('/sso/callback?code=secret')).toBe('no-referrer')
  expect(await policyOf('/sign-in')).toBe('same-origin')
})

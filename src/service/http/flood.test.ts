import { describe, expect, test } from 'vitest'
import { testService } from '../test/service.ts'

/** Far more than such a request needs, far less than an expression that backtracks takes. In ms of CPU. */
const maxCpu = 400

/** What it takes of the processor: other work on the machine doesn't change it. */
async function cpuOf<T>(work: () => Promise<T>): Promise<{ result: T; cpu: number }> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, cpu: (user + system) / 1000 }
}

/** `a[][a[][a…` that ends in a line break, on which an expression can't match. */
const brackets = (length: number) => `${'a[]['.repeat(Math.floor((length - 3) / 4))}%0Ax`

const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' }

function multipart(name: string): { body: string; headers: Record<string, string> } {
  return {
    body: `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n--x--\r\n`,
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  }
}

describe('a name of nothing but brackets, without a key', () => {
  test.each([
    ['in a form of 261,607 bytes', { body: brackets(261_607), headers: formHeaders }],
    ['in a multipart form', multipart(brackets(100_000))],
  ])('%s is refused at once', async (_, sent) => {
    const { call } = await testService()
    await call('POST', '/sites', { form: {} })
    const { result, cpu } = await cpuOf(() => call('POST', '/sites', sent))
    expect(result).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('longer than 256 characters') },
    })
    expect(cpu).toBeLessThan(maxCpu)
  })

  test('in a query of 15.6 KB is refused at once', async () => {
    const { call } = await testService()
    const { body } = await call('POST', '/sites', { form: { host: 'open.example' } })
    const { site_id } = body as { site_id: string }
    const { result, cpu } = await cpuOf(() => call('GET', `/sites/${site_id}?${brackets(15_600)}`))
    expect(result.status).toBe(400)
    expect(cpu).toBeLessThan(80)
  })

  test('at the longest that is allowed, in a thousand parameters, costs little', async () => {
    const { call } = await testService()
    const name = brackets(256)
    const { result, cpu } = await cpuOf(() =>
      call('POST', '/sites', { body: Array.from({ length: 1000 }, () => name).join('&'), headers: formHeaders }),
    )
    expect(result.status).toBe(422)
    expect(cpu).toBeLessThan(maxCpu)
  })
})

test('a query longer than the headers of a request may be is refused', async () => {
  const { call } = await testService()
  const query = Array.from({ length: 200 }, (_, i) => `a${i}=${'x'.repeat(100)}`).join('&')
  expect(await call('GET', '/sites/x', { query })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('The query is longer') },
  })
})

test('while sites need a key, a request without one is refused before its body is read', async () => {
  const { call } = await testService({ env: { PUBLIC_SITE_CREATION: 'off' } })
  for (const method of ['POST', 'PUT']) {
    const answer = await call(method, '/sites', { body: 'x'.repeat(300 * 1024), headers: formHeaders })
    expect(answer).toMatchObject({ status: 401, body: { error: expect.stringContaining('API key') } })
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/service/world/world.ts'
import { type Mock, startMock } from './mock.ts'

let mock: Mock
beforeAll(async () => {
  mock = await startMock({
    clock: systemClock,
    size: { accounts: 10, daysOfSamples: 0.1, daysElsewhere: 0.1, trafficEverywhere: false },
  })
})
afterAll(() => mock.stop())

test.each([
  ['/sites/%E0%A4%A', 404],
  ['/nope?x=%ff', 404],
  ['/capabilities?x=%ff', 401],
])('leaves badly encoded requests to the service: %s', async (path, status) => {
  const response = await fetch(`${mock.url}/api${path}`)
  expect(response.status).toBe(status)
  expect(response.headers.get('x-request-id')).not.toBeNull()
  expect(await response.json()).toEqual({ error: expect.any(String) })
})

test('matches a fault’s name, encoded or not', async () => {
  for (const name of ['fail-503.test', 'fail%2D503%2Etest'])
    expect((await fetch(`${mock.url}/api/nope?x=${name}`)).status).toBe(503)
})

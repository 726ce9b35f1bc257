import { describe, expect, test } from 'vitest'
import { http, page, withAccount } from './testing.ts'

const line = { bandwidth_down: 0, bandwidth_up: 1, latency: 10_000, drop_rate: 50 }
const lines = (count: number) => Array.from({ length: count }, () => line)
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `number ${i}`)

describe('creating a monitor is refused', () => {
  test.each<[problem: string, body: object, field: string]>([
    ['without a name', { ...http, name: undefined }, 'name'],
    ['without a type', { ...http, type: undefined }, 'type'],
    ['of another type', { ...http, type: 'PING' }, 'type'],
    ['without an address', { ...http, constants: {} }, 'constants.url'],
    ['with a relative address', { ...http, constants: { url: '/x' } }, 'constants.url'],
    ['with an address of another scheme', { ...http, constants: { url: 'ftp://a.example' } }, 'constants.url'],
    [
      'with a protocol that contradicts the address',
      { ...http, constants: { ...http.constants, protocol: 'HTTP' } },
      'constants.protocol',
    ],
    ['with an interval of 5', { ...http, timing: { interval: 5 } }, 'timing.interval'],
    ['with a fractional interval', { ...http, timing: { interval: 6.5 } }, 'timing.interval'],
    ['with an unknown location', { ...http, variables: { locations: ['local', 'Atlantis'] } }, 'variables.locations'],
    [
      'with an unknown browser',
      { ...page, variables: { browsers: [{ name: 'Mosaic', version: '1' }] } },
      'variables.browsers',
    ],
    ...[
      ['bandwidth_down', 1e-9],
      ['bandwidth_down', 0.5],
      ['bandwidth_up', 10_000_001],
      ['latency', 10_001],
      ['latency', -1],
      ['drop_rate', 50.1],
    ].map(([name, value]): [string, object, string] => [
      `with a ${name} of ${value}`,
      { ...http, variables: { connectivities: [{ ...line, [String(name)]: value }] } },
      `variables.connectivities.0.${name}`,
    ]),
    ['with 11 connectivities', { ...http, variables: { connectivities: lines(11) } }, 'variables.connectivities'],
    ['with 21 locations', { ...http, variables: { locations: numbered(21) } }, 'variables.locations'],
    [
      'with 6 browsers',
      { ...page, variables: { browsers: numbered(6).map((name) => ({ name, version: '1' })) } },
      'variables.browsers',
    ],
    [
      'with more than 200 samples a round',
      {
        ...page,
        constants: { ...page.constants, browser_cache: 'EMPTY_AND_FULL' },
        variables: { locations: numbered(11), connectivities: lines(10) },
      },
      'variables.connectivities',
    ],
    ['with policy COUNT and no run_times', { ...http, timing: { policy: 'COUNT' } }, 'timing.run_times'],
    ['with policy DURATION and no duration', { ...http, timing: { policy: 'DURATION' } }, 'timing.duration'],
    [
      'with a line break in a header',
      { ...http, constants: { ...http.constants, http_headers: [{ name: 'A', value: 'b\r\nC: d' }] } },
      'constants.http_headers.0.value',
    ],
  ])('%s', async (_, body, field) => {
    const { fields } = await withAccount()
    for (const path of ['/monitors', '/tests']) expect(await fields(body, path)).toEqual([422, [field]])
  })

  test('naming the available locations or browsers', async () => {
    const { post } = await withAccount()
    expect(await post({ ...http, variables: { locations: ['Atlantis'] } })).toMatchObject({
      body: { fields: { 'variables.locations': 'must be one of local' } },
    })
    expect(await post({ ...page, variables: { browsers: [{ name: 'Mosaic', version: '1' }] } })).toMatchObject({
      body: { fields: { 'variables.browsers': 'must be one of Chromium 150' } },
    })
  })

  test('for another user: 403 in the user API, 422 in the partner API', async () => {
    const { post, call, base, partner, account, makeAccount } = await withAccount()
    const { id } = await makeAccount(partner)
    expect((await post({ ...http, user_id: id })).status).toBe(403)
    const asPartner = await call('POST', `${base}/monitors`, { key: partner.key, json: { ...http, user_id: id } })
    expect(asPartner).toMatchObject({ status: 422, body: { fields: { user_id: "must be the account's id" } } })
    expect((await post({ ...http, user_id: account.id })).status).toBe(200)
  })
})

test('an interval of 6 is accepted', async () => {
  const { create } = await withAccount()
  expect(await create({ ...http, timing: { interval: 6 } })).toMatchObject({ timing: { interval: 6 } })
})

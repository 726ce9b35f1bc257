import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { monitorBody, type Monitor } from '../../../../contract/index.ts'
import { addressesOf, bodyOf, duplicatesIn, nameFrom, problemsIn, productOf, commonBeginning } from './body.ts'
import { changeOf, problemsInChange } from './change.ts'
import { draftFrom, emptyDraft, type Draft } from './draft.ts'
import { asCurl, asJson } from './request.ts'

const page: Draft = { ...emptyDraft('monitor'), addresses: 'https://www.a.example/x?y=1' }
const http: Draft = { ...page, type: 'HTTP' }
const line = { down: '1600', up: '768', latency: '300', loss: '0' }

test('addresses are typed one per line; duplicates are dropped and a missing protocol is added', () => {
  const addresses = ' https://a.example/ \n\nwww.b.example:8080/x\nhttps://a.example/\nftp://c.example'
  expect(addressesOf({ addresses, protocol: 'HTTP' })).toEqual([
    'https://a.example/',
    'http://www.b.example:8080/x',
    'ftp://c.example',
  ])
  expect(duplicatesIn({ addresses, protocol: 'HTTP' })).toBe(1)
  expect(duplicatesIn({ addresses: 'a.example\nhttps://a.example', protocol: 'HTTPS' })).toBe(1)
})

test('a name pattern is filled with parts of the address', () => {
  expect(nameFrom('{host}{path}', 'https://www.a.example:8443/x?y=1')).toBe('www.a.example:8443/x?y=1')
  expect(nameFrom('Shop', 'https://www.a.example/')).toBe('Shop')
  expect(nameFrom(' ', 'https://www.a.example/x')).toBe('www.a.example/x')
})

describe('the body', () => {
  const whole: Draft = {
    ...page,
    locations: ['Frankfurt'],
    connections: [line],
    browsers: [{ name: 'Chromium', version: '150' }],
    cache: 'EMPTY_AND_FULL',
    screenshots: true,
    headers: [
      { name: 'X-A', value: '1' },
      { name: '', value: '' },
    ],
    auth: 'u',
    password: 'p',
    running: false,
    message: 'later',
  }

  test('of a web page contains every choice', () => {
    expect(z.parse(monitorBody, bodyOf(whole, 'monitor', 'https://www.a.example/'))).toEqual({
      name: 'www.a.example/',
      template_type: 'multi-location',
      type: 'WEBPAGE',
      status: 'SUSPENDED',
      suspended_message: 'later',
      constants: {
        url: 'https://www.a.example/',
        protocol: 'HTTPS',
        http_headers: [{ name: 'X-A', value: '1' }],
        auth: 'u',
        password: 'p',
        screenshots: true,
        browser_cache: 'EMPTY_AND_FULL',
      },
      variables: {
        locations: ['Frankfurt'],
        connectivities: [{ bandwidth_down: 1600, bandwidth_up: 768, latency: 300, drop_rate: 0 }],
        browsers: [{ name: 'Chromium', version: '150' }],
      },
      timing: { interval: 30, policy: 'PARALLEL' },
    })
  })

  test('of an HTTP check has a method and a body but no browser settings', () => {
    const { constants, variables } = bodyOf(
      { ...whole, type: 'HTTP', method: 'POST', body: '{}' },
      'monitor',
      'https://a.example/',
    )
    expect(constants).toMatchObject({ http_method: 'POST', http_body: '{}' })
    expect(constants).not.toHaveProperty('screenshots')
    expect(variables).not.toHaveProperty('browsers')
  })

  test.each([
    ['once', { policy: 'PARALLEL', interval: '' }, { policy: 'PARALLEL' }],
    ['several rounds', { policy: 'COUNT', times: '4', interval: '' }, { policy: 'COUNT', run_times: 4 }],
    [
      'for a set time',
      { policy: 'DURATION', minutes: '60', interval: '10' },
      { policy: 'DURATION', duration: 60, interval: 10 },
    ],
  ] as const)('of a test that runs %s', (_, change, timing) => {
    expect(bodyOf({ ...http, ...change }, 'test', 'https://a.example/').timing).toEqual(timing)
  })
})

describe('errors are reported by path in the body', () => {
  test.each([
    ['no address', { addresses: ' ' }, 'constants.url', 'Enter an address.'],
    [
      'a host with spaces',
      { addresses: ' not a host ??' },
      'constants.url',
      '“not a host ??” isn’t a web address such as https://www.example.com/page.',
    ],
    [
      'a host that can’t exist',
      { addresses: 'ht!tp://bad-host' },
      'constants.url',
      '“ht!tp://bad-host” isn’t a web address such as https://www.example.com/page.',
    ],
    [
      'a line that a replacement could take for a pattern',
      { addresses: 'ftp://$&' },
      'constants.url',
      '“ftp://$&” isn’t a web address such as https://www.example.com/page.',
    ],
    [
      'not an address',
      { addresses: 'ftp://a.example' },
      'constants.url',
      '“ftp://a.example” isn’t a web address such as https://www.example.com/page.',
    ],
    [
      'one of several',
      { addresses: 'a.example\nftp://b' },
      'constants.url',
      '“ftp://b” isn’t a web address such as https://www.example.com/page.',
    ],
    [
      'several of several',
      { addresses: 'ftp://a\na.example\nftp://b' },
      'constants.url',
      '“ftp://a” isn’t a web address such as https://www.example.com/page.\n“ftp://b” isn’t a web address such as https://www.example.com/page.',
    ],
    [
      'a pattern whose name is too long for one address',
      { addresses: `a.example\nb.example/${'x'.repeat(200)}` },
      'name',
      `The name for “b.example/${'x'.repeat(70)}…” must be at most 200 characters.`,
    ],
    [
      'a name that is too long for every address',
      { addresses: 'a.example\nb.example', name: 'x'.repeat(201) },
      'name',
      'This must be at most 200 characters.',
    ],
    [
      'too many',
      { addresses: Array.from({ length: 51 }, (_, i) => `h${i}.example`).join('\n') },
      'constants.url',
      'Enter up to 50 addresses at a time. You have 51.',
    ],
    ['too often', { interval: '5' }, 'timing.interval', 'This must be at least 6 minutes.'],
    ['no number', { interval: 'often' }, 'timing.interval', 'This must be a whole number of minutes.'],
    [
      'a connection without latency',
      { connections: [{ ...line, latency: '' }] },
      'variables.connectivities.0.latency',
      'This must be a number (ms).',
    ],
    [
      'a connection that is too slow',
      { connections: [{ ...line, down: '0.5' }] },
      'variables.connectivities.0.bandwidth_down',
      'This must be 0 (no limit) or at least 1 kbps.',
    ],
    [
      'a connection that is too lossy',
      { connections: [{ ...line, loss: '51' }] },
      'variables.connectivities.0.drop_rate',
      'This must be at most 50.',
    ],
    [
      'too many samples a round',
      {
        locations: Array.from({ length: 20 }, (_, i) => `L${i}`),
        connections: Array.from({ length: 10 }, () => line),
        cache: 'EMPTY_AND_FULL',
        type: 'WEBPAGE',
      },
      'variables.connectivities',
      'This must be fewer: a round would take 400 samples, and 200 are allowed.',
    ],
    [
      'a bad header',
      { headers: [{ name: 'a b', value: '' }] },
      'constants.http_headers.0.name',
      'This must be a header name.',
    ],
    [
      'a secret header that was not copied',
      {
        headers: [
          { name: 'Accept', value: '*/*' },
          { name: 'Cookie', value: null },
        ],
      },
      'constants.http_headers.1.value',
      'Enter the value.',
    ],
    ['no rounds', { policy: 'COUNT', times: '0' }, 'timing.run_times', 'This must be at least 1.'],
  ] as const)('%s', (_, change, path, message) => {
    expect(problemsIn({ ...page, ...change } as Draft, 'monitor')).toEqual({ [path]: message })
  })

  test('a valid form has no errors', () => {
    expect(problemsIn(page, 'monitor')).toEqual({})
    expect(problemsIn({ ...emptyDraft('test'), addresses: 'a.example' }, 'test')).toEqual({})
  })
})

test('samples per round are the product of the choices; an empty list counts as one', () => {
  const many: Draft = { ...page, locations: ['a', 'b'], connections: [line, line, line], cache: 'EMPTY_AND_FULL' }
  expect(productOf(many).samples).toBe(12)
  expect(productOf({ ...many, type: 'HTTP' }).samples).toBe(6)
  expect(productOf(page).samples).toBe(1)
})

test('a copy takes every value; a copy to the other kind leaves out the schedule', () => {
  const model: Monitor = {
    raw: null,
    name: 'Shop',
    type: 'HTTP',
    constants: {
      url: 'https://a.example/',
      protocol: 'HTTPS',
      http_method: 'POST',
      http_body: 'x',
      auth: 'u',
      http_headers: [
        { name: 'Accept', value: '*/*' },
        { name: 'Authorization', value: null },
      ],
    },
    variables: {
      locations: ['Tokyo'],
      connectivities: [{ bandwidth_down: 1, bandwidth_up: 2, latency: 3, drop_rate: 4 }],
    },
    timing: { interval: 10, policy: 'COUNT', run_times: 7, duration: null },
  }
  expect(draftFrom(model, 'test', true)).toMatchObject({
    type: 'HTTP',
    addresses: 'https://a.example/',
    name: 'Shop',
    method: 'POST',
    body: 'x',
    auth: 'u',
    password: '',
    headers: [
      { name: 'Accept', value: '*/*' },
      { name: 'Authorization', value: null },
    ],
    locations: ['Tokyo'],
    connections: [{ down: '1', up: '2', latency: '3', loss: '4' }],
    interval: '10',
    policy: 'COUNT',
    times: '7',
  })
  expect(draftFrom(model, 'monitor', false)).toMatchObject({ interval: '30', policy: 'PARALLEL' })
  expect(draftFrom({ raw: { odd: 1 } }, 'monitor', true)).toEqual(emptyDraft('monitor'))
})

describe('a change', () => {
  const record = { template_type: 'single' }
  const draft = { ...page, name: 'Shop {host}', addresses: 'https://a.example/', auth: 'u', password: '' }

  test('has no status, the name as typed, the template, and null for secrets that stay', () => {
    const headers = [
      { name: 'X-Token', value: null },
      { name: ' Accept ', value: '*/*' },
      { name: '', value: '' },
    ]
    const change = changeOf({ ...draft, running: false, message: 'x', headers }, record)
    expect(change).toMatchObject({
      name: 'Shop {host}',
      template_type: 'single',
      constants: {
        auth: 'u',
        password: null,
        http_headers: [
          { name: 'X-Token', value: null },
          { name: 'Accept', value: '*/*' },
        ],
      },
    })
    expect(change).not.toHaveProperty('status')
    expect(change).not.toHaveProperty('suspended_message')
    expect(problemsInChange({ ...draft, headers: headers.slice(0, 2) }, record)).toEqual({})
    expect(changeOf({ ...draft, password: 'p' }, record).constants.password).toBe('p')
  })

  test('is checked as the service does', () => {
    expect(problemsInChange({ ...draft, addresses: ' ', interval: '5' }, record)).toEqual({
      'constants.url': 'Enter an address.',
      'timing.interval': 'This must be at least 6 minutes.',
    })
  })
})

describe('the request', () => {
  const body = bodyOf(
    { ...page, name: "It’s $(x) 'quoted'", auth: 'u', password: 'secret' },
    'monitor',
    'https://a.example/',
  )

  test('never shows the password or secret headers', () => {
    const headers = [
      { name: 'Accept', value: 'text/html' },
      { name: 'x-api-KEY', value: 'secret' },
    ]
    const json = asJson({ ...body, constants: { ...body.constants, http_headers: headers } })
    expect(json).not.toContain('secret')
    expect(JSON.parse(json)).toMatchObject({
      constants: {
        auth: 'u',
        password: '********',
        http_headers: [
          { name: 'Accept', value: 'text/html' },
          { name: 'x-api-KEY', value: '********' },
        ],
      },
    })
  })

  test('as a curl command reads the key from the shell and quotes everything else', () => {
    const curl = asCurl(body, 'monitor', { kind: 'account', partner: 'p', account: 'a' }, 'https://api.example/api')
    expect(curl).toContain("curl -X POST 'https://api.example/api/partners/p/accounts/a/monitors'")
    expect(curl).toContain('-H "SERVICE-API-KEY: $KEY"')
    expect(curl).toContain(String.raw`$(x) '\''quoted'\''`)
    expect(asCurl(body, 'test', { kind: 'user', user: 'u' }, '/api')).toContain("'/api/tests?user_id=u'")
  })
})

test.each([
  [['www.a.example/1', 'www.a.example/2'], 'www.a.example/'],
  [['Shop p1', 'Shop p10'], 'Shop p1'],
  [['a.example/', 'b.example/'], undefined],
  [[], undefined],
])('%j begin with %s', (names, beginning) => expect(commonBeginning(names)).toBe(beginning))

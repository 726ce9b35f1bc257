import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { readerOf } from './endpoint.ts'
import { listMonitors, readMonitor, startMonitor } from './monitors.ts'
import { listSamples, readSample } from './samples.ts'
import { listProfiles, readProfile } from './profiles.ts'
import { readSettings } from './settings.ts'
import { listUserSites } from './sites.ts'

const read = (endpoint: Parameters<typeof readerOf>[0], value: unknown) => z.safeParse(readerOf(endpoint), value)

describe('a record', () => {
  test('with unknown fields only is kept in raw and has no known fields', () => {
    const raw = { _id: 7, target: { host: 'www.example' }, runs: [1, 2] }
    expect(read(readMonitor.user, raw).data).toEqual({ raw })
  })

  test('drops known fields of the wrong type, at each level', () => {
    const raw = {
      id: 'm',
      name: 5,
      status: 'RUNNING',
      constants: { url: 'https://www.example/', http_headers: 'none', screenshots: 1 },
      variables: 'everywhere',
      timing: { interval: 30, policy: null },
      last_sample: { when: 'now' },
    }
    expect(read(readMonitor.user, raw).data).toEqual({
      id: 'm',
      status: 'RUNNING',
      constants: { url: 'https://www.example/' },
      timing: { interval: 30 },
      raw,
    })
  })

  test('drops invalid items from lists and maps', () => {
    const issue = { severity: 2, code: 'x', message: 'y' }
    const raw = {
      issues: [issue, 'bad'],
      metrics: { first_byte: 12, load: 'slow', dns: null },
      browser: { name: 'Chromium' },
      connectivity: null,
      requests: [{ url: 'https://www.example/' }],
      screenshots: [{ at: 1, content_type: 'image/png', data: '' }, {}],
    }
    expect(read(readSample.user, raw).data).toEqual({
      issues: [issue],
      metrics: { first_byte: 12, dns: null },
      connectivity: null,
      requests: [],
      screenshots: [{ at: 1, content_type: 'image/png', data: '' }],
      raw,
    })
  })

  test('may be wrapped in a list of one', () => {
    expect(read(readMonitor.user, [{ id: 'm' }]).data).toEqual({ id: 'm', raw: { id: 'm' } })
  })

  test.each([undefined, null, 'text', 3, [], [{}, {}]])('can’t be read from %j', (value) => {
    expect(read(readMonitor.user, value).success).toBe(false)
  })
})

describe('a page', () => {
  test('may lack totals', () => {
    expect(read(listMonitors.user, { rows: [{ id: 'm' }, 'odd'] }).data).toEqual({
      rows: [{ id: 'm', raw: { id: 'm' } }, { raw: 'odd' }],
    })
  })

  test('drops totals that aren’t whole numbers', () => {
    const page = { rows: [], total_entries: 12, total_pages: '2', current_page: 1.5, more: true }
    expect(read(listMonitors.user, page).data).toEqual({ rows: [], total_entries: 12 })
  })

  test.each([
    ['under another name', { ok: true, samples: [{ id: 's' }] }],
    ['without a wrapper', [{ id: 's' }]],
  ])('is read from rows %s', (_, reply) => {
    expect(read(listSamples.user, reply).data).toEqual({ rows: [{ id: 's', raw: { id: 's' } }] })
  })

  test.each([undefined, null, 'text', {}, { rows: 3 }])('can’t be read from %j', (value) => {
    expect(read(listSamples.user, value).success).toBe(false)
  })
})

test('the reply to a start is a list of records', () => {
  expect(read(startMonitor.user, [{ id: 'm' }]).data).toEqual([{ id: 'm', raw: { id: 'm' } }])
  expect(read(startMonitor.user, { id: 'm' }).success).toBe(false)
})

describe('the site list of the user API', () => {
  const site = { id: 's', host: 'www.a.example', optimizer: 'trial', portal_url: '/', api_url: '/', preview_url: null }

  test.each([[{ sites: [site] }], [[site]]])('is read from %j', (reply) => {
    expect(read(listUserSites, reply).data).toEqual({ sites: [site] })
  })

  test('may be empty', () => expect(read(listUserSites, []).data).toEqual({ sites: [] }))

  test.each([null, 'text', {}, { sites: {} }, [{ host: 5 }]])('can’t be read from %j', (reply) => {
    expect(read(listUserSites, reply).success).toBe(false)
  })
})

describe('a document', () => {
  const record = { id: 'p', name: 7, colour: 'red' }
  const known = { id: 'p', raw: record }

  test.each([[{ document: record, success: true }], [record], [{ document: [record] }]])('is read from %j', (reply) => {
    expect(read(readProfile, reply).data).toEqual(known)
  })

  test.each([[{ document: [record], success: true }], [[record]], [{ document: record }]])(
    'list is read from %j',
    (reply) => expect(read(listProfiles, reply).data).toEqual([known]),
  )

  test.each([null, 'text', { document: null }, { document: 'none' }])('can’t be read from %j', (reply) => {
    expect([read(readProfile, reply).success, read(listProfiles, reply).success]).toEqual([false, false])
  })

  test('with settings may be any object', () => {
    expect(read(readSettings, { rules: 3 }).data).toEqual({ rules: 3 })
    expect(read(readSettings, []).success).toBe(false)
  })
})

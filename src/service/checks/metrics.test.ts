import { expect, test } from 'vitest'
import { metricsOf } from './metrics.ts'

test.each([404, 503])(
  'a page that answered %i has no score and no speed, but says how it was reached',
  (status_code) => {
    const reached = { dns: 1, connect: 2, tls: 3, status_code, bytes_total: 900, request_errors: 1 }
    const measured = metricsOf({ ...reached, first_byte: 80, time_to_display: 400, load: 500, service_score: 98 })
    expect(Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== null))).toEqual(reached)
  },
)

test('a redirect or a page is measured in full', () => {
  expect(metricsOf({ status_code: 200, first_byte: 80.00049, service_score: 98 })).toMatchObject({
    first_byte: 80,
    service_score: 98,
    load: null,
  })
})

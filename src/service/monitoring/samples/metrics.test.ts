import { expect, test } from 'vitest'
import { metricNames } from '../../../contract/index.ts'
import { packMetrics, unpackMetrics } from './metrics.ts'

/** The order in which samples are stored. Add new names at the end; never change, move or remove one. */
const stored = [
  'dns',
  'connect',
  'tls',
  'first_byte',
  'last_byte',
  'time_to_title',
  'first_paint',
  'first_contentful_paint',
  'time_to_display',
  'dom_content_loaded',
  'load',
  'time_to_interact',
  'total_blocking_time',
  'speed_index',
  'service_score',
  'cumulative_layout_shift',
  'status_code',
  'asset_count',
  'bytes_total',
  'request_errors',
  'js_errors',
  'console_errors',
]

test('every metric keeps its position, so that stored samples stay readable', () => {
  expect(metricNames.slice(0, stored.length)).toEqual(stored)
})

test('a metric that is newer than a sample reads as null', () => {
  expect(unpackMetrics('[8, 18]', ['dns', 'connect', 'console_errors'])).toEqual({
    dns: 8,
    connect: 18,
    console_errors: null,
  })
})

test('packed metrics unpack to the same values', () => {
  const metrics = Object.fromEntries(metricNames.map((name, i) => [name, i % 2 ? i : null])) as Parameters<
    typeof packMetrics
  >[0]
  expect(unpackMetrics(packMetrics(metrics))).toEqual(metrics)
})

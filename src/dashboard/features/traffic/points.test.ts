import { expect, test } from 'vitest'
import { drawnOffload, offloadOf, pointsOf, trafficCsv } from './points.ts'

const hour = 3_600_000
const bucket = (at: number, requests: number) => ({
  at,
  serviceRequests: requests,
  serviceBytes: requests * 10.4,
  serverRequests: requests / 4,
  serverBytes: null,
})

test('points have the current values and the previous period’s value of the same bucket', () => {
  const previousPeriod = { buckets: [bucket(hour, 7)], key: 'before', value: offloadOf }
  expect(
    pointsOf([bucket(0, 4), bucket(hour, 8)], { requests: ({ serviceRequests }) => serviceRequests }, previousPeriod),
  ).toEqual([
    { at: 0, requests: 4, before: null },
    { at: hour, requests: 8, before: 0.75 },
  ])
  expect(pointsOf([bucket(0, 4)], { requests: ({ serviceRequests }) => serviceRequests }, null)).toEqual([
    { at: 0, requests: 4 },
  ])
})

test('an hour without requests has no share, and one that isn’t reported breaks the line', () => {
  const unreported = { ...bucket(0, 4), serverRequests: null }
  expect([bucket(0, 4), bucket(0, 0), unreported].map(drawnOffload)).toEqual([0.75, undefined, null])
})

test('the CSV has one row per bucket, and empty cells for missing values', () => {
  expect(trafficCsv({ buckets: [bucket(0, 4), bucket(hour, 0)] }).split('\r\n')).toEqual([
    'time,service_requests,server_requests,service_bytes,server_bytes,offload',
    '1970-01-01T00:00:00.000Z,4,1,42,,0.75',
    '1970-01-01T01:00:00.000Z,0,0,0,,',
    '',
  ])
})

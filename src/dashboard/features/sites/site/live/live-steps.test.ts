import { expect, test } from 'vitest'
import type { CertificateRecord } from '../../../../../contract/index.ts'
import { liveSteps } from './live-steps.ts'

const liveAt = '2026-11-28T12:03:00.000Z'
const dns = { name: 'DNS points here', isDone: true, at: liveAt }
const bucket = (time: string, service: number, server: number | null) => ({
  at: Date.parse(`2026-11-28T${time}:00Z`),
  serviceRequests: service,
  serverRequests: server,
  serviceBytes: null,
  serverBytes: null,
})
const certificate: CertificateRecord = {
  status: 'valid',
  hostname: 'www.example',
  issuer: 'E1',
  valid_from: liveAt,
  valid_until: '2027-02-25T12:00:00.000Z',
  attempted_at: liveAt,
  next_attempt_at: null,
  problem: null,
}
const issued = { name: 'Certificate issued', isDone: true, note: 'valid to 25 Feb 2027', at: liveAt }
const waiting = (note: string) => ({ name: 'Certificate', isDone: false, note })

test.each([
  [certificate, [issued]],
  [{ ...certificate, valid_until: null }, [{ ...issued, note: undefined }]],
  [{ ...certificate, status: 'waiting' }, [waiting('Waiting')]],
  [{ ...certificate, status: 'none' }, [waiting('Waiting')]],
  [{ ...certificate, status: 'failing', valid_until: null }, [waiting('Not issued')]],
  [{ ...certificate, status: 'off' }, []],
  [null, []],
  [undefined, []],
])('with the certificate %j', (known, steps) => {
  expect(liveSteps({ liveAt, certificate: known, buckets: undefined })).toEqual([dns, ...steps])
})

const served = (note: string) => ({ name: 'First requests served', isDone: true, note })
const awaited = (note: string) => ({ name: 'First requests', isDone: false, note })

test.each([
  ['none', [bucket('12:05', 0, 0)], awaited('None since going live')],
  ['no time that began since', [bucket('12:00', 500, 100)], awaited('Not counted yet')],
  [
    'some since',
    [bucket('12:00', 500, 100), bucket('12:05', 8, 4), bucket('12:10', 12, 1)],
    served('20 since going live, 75% from cache'),
  ],
  ['more fetched than served', [bucket('12:05', 4, 6)], served('4 since going live, 0% from cache')],
  ['some, of unknown origin', [bucket('12:05', 4, null)], served('4 since going live')],
])('with requests: %s', (_, buckets, step) => {
  expect(liveSteps({ liveAt, certificate: null, buckets })).toEqual([dns, step])
  expect(liveSteps({ liveAt: undefined, certificate: null, buckets })).toEqual([{ ...dns, at: undefined }])
})

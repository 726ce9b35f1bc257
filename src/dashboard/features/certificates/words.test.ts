import { expect, test } from 'vitest'
import { certificateStatuses, type CertificateRecord } from '../../../contract/index.ts'
import { explanationOf, isUnderWay, outcomeOf, verdictOf } from './words.ts'

const now = Date.UTC(2026, 10, 21, 10)
const record: CertificateRecord = {
  status: 'valid',
  hostname: 'www.example',
  issuer: 'Example Authority E1',
  valid_from: '2026-11-01T00:00:00.000Z',
  valid_until: '2027-01-30T00:00:00.000Z',
  attempted_at: '2026-11-01T00:00:00.000Z',
  next_attempt_at: '2026-12-31T00:00:00.000Z',
  problem: null,
}
const without = { ...record, issuer: null, valid_from: null, valid_until: null }

test.each([
  ['off', without, undefined],
  ['none', without, undefined],
  ['waiting', without, { text: 'Waiting' }],
  ['valid', record, { severity: 'ok', text: 'Valid' }],
  ['failing', without, { severity: 'error', text: 'Not issued' }],
  ['failing', record, { severity: 'warning', text: 'Valid, not renewed' }],
  ['expired', record, { severity: 'critical', text: 'Expired' }],
  ['revoked', record, { text: 'revoked' }],
] as const)('%s is judged', (status, of, verdict) => {
  expect(verdictOf({ ...of, status })).toEqual(verdict)
})

test('whatever has no dates is explained', () => {
  const explained = certificateStatuses.filter(
    (status) => explanationOf({ ...without, status }, 'active', now) !== undefined,
  )
  expect(explained).toEqual(['off', 'none', 'waiting', 'failing'])
  expect(explanationOf({ ...record, status: 'failing' }, 'active', now)).toBeUndefined()
})

test('a service without ACME isn’t said to have no certificate', () => {
  expect(explanationOf({ ...without, status: 'off' }, 'active', now)).toMatch(
    /doesn’t get certificates automatically.*aren’t shown here/,
  )
})

test.each([
  [null, 'We’ll issue a certificate once the site has its real host and is live.'],
  ['preview', 'We’ll issue a certificate as soon as the site is live.'],
  ['off', 'The site gets no certificate while its optimizer is off.'],
  ...['bypass', 'transparent', 'maintenance', 'proxy only', 'active', 'of another service'].map(
    (state) => [state, 'We’ll issue a certificate as soon as the site’s DNS points to the service.'] as const,
  ),
] as const)('a site in the state %s without one says when it gets one', (state, words) => {
  expect(explanationOf({ ...without, status: 'none' }, state, now)).toBe(words)
})

test.each([
  [null, 'That usually takes a few seconds.'],
  ['2026-11-21T09:59:00.000Z', 'That usually takes a few seconds.'],
  ['2026-11-21T09:38:00.000Z', 'It’s taking longer than usual.'],
])('one that has been awaited since %s', (attempted_at, words) => {
  expect(explanationOf({ ...without, status: 'waiting', attempted_at }, 'active', now)).toBe(
    `The service is getting a certificate. ${words}`,
  )
})

test('an attempt is under way once it’s due', () => {
  expect(isUnderWay(record, now)).toBe(false)
  expect(isUnderWay({ ...record, next_attempt_at: '2026-11-21T10:00:00.000Z' }, now)).toBe(true)
  expect(isUnderWay({ ...record, next_attempt_at: null }, now)).toBe(false)
  expect(isUnderWay({ ...without, status: 'waiting' }, now)).toBe(true)
})

test('its end is said', () => {
  expect(outcomeOf(record)).toBe('The certificate is installed.')
  expect(outcomeOf({ ...record, problem: 'No.' })).toBe('The attempt failed.')
})

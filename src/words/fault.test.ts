import { expect, test } from 'vitest'
import { faultInWords, faultOf, type FaultEvidence } from './fault.ts'

const down = { kind: 'down', cause: 'HTTP 503' } as const
const header = (name: string, value: string) => [{ name, value }]
const behind = { state: 'active', dns: 'points here' } as const
const elsewhere = { state: 'preview', dns: 'points elsewhere' } as const

test.each<[name: string, evidence: FaultEvidence, fault: string | undefined]>([
  [
    'the edge passed on the origin’s answer',
    { ...down, site: behind, headers: header('Cache-Status', 'site-performance; fwd=uri-miss; detail="status"') },
    'origin',
  ],
  [
    'the edge got no answer from the origin',
    {
      kind: 'down',
      cause: 'HTTP 502',
      site: behind,
      headers: header('proxy-status', 'site-performance; error=connection_refused'),
    },
    'origin',
  ],
  [
    'the edge is one of several caches',
    { ...down, headers: header('cache-status', 'other; hit, site-performance; fwd=uri-miss') },
    'origin',
  ],
  ['another cache answered', { ...down, site: behind, headers: header('cache-status', 'other; hit') }, undefined],
  [
    'the error was stored',
    { kind: 'down', cause: 'HTTP 404', site: behind, headers: header('cache-status', 'site-performance; hit; ttl=30') },
    undefined,
  ],
  [
    'the headers count before DNS',
    { ...down, site: elsewhere, headers: header('cache-status', 'site-performance; fwd=uri-miss') },
    'origin',
  ],
  ['nothing shows it', { ...down, site: behind }, undefined],
  ['the host has no site', down, undefined],
  ['DNS points elsewhere', { ...down, site: elsewhere }, 'site'],
  ['DNS isn’t known', { ...down, site: { state: 'preview', dns: 'unknown' } }, undefined],
  ['the optimizer is off', { ...down, site: { state: 'off', dns: 'unknown' } }, 'site'],
  ['the service can’t be connected to', { kind: 'down', cause: 'Connection failed', site: behind }, 'service'],
  ['the host can’t be connected to', { kind: 'down', cause: 'Connection failed', site: elsewhere }, 'site'],
  ['a slow site behind the service', { kind: 'slow', cause: 'LCP', site: behind }, undefined],
  ['a slow site elsewhere', { kind: 'slow', cause: 'LCP', site: elsewhere }, 'site'],
  ['the edge sees the origin fail', { kind: 'origin', cause: 'timeout', site: behind }, 'origin'],
  ['a certificate', { kind: 'certificate', cause: 'Certificate expires', site: elsewhere }, undefined],
  ['DNS itself', { kind: 'dns', cause: 'No CNAME record', site: elsewhere }, undefined],
])('%s', (_, evidence, fault) => expect(faultOf(evidence, 'partner')?.fault).toBe(fault))

test('an answer that isn’t valid HTTP is named by the rule that it breaks', () => {
  const headers = header('Proxy-Status', 'site-performance; error=http_protocol_error; details="Invalid chunks"')
  const { evidence } = faultOf({ kind: 'down', cause: 'HTTP 502', headers }, 'partner') ?? {}
  expect(evidence).toContain('chunks that aren’t valid (RFC 9112, section 7.1)')
})

test('the evidence says why the origin gave no answer', () => {
  const headers = header('Proxy-Status', 'site-performance; error=connection_refused')
  expect(faultOf({ ...down, headers }, 'partner')?.evidence).toBe(
    'The service got no usable answer from the origin: it refused the connection.',
  )
})

test('the edge’s counts are the evidence where there are some', () => {
  const requests = { asked: 1240, failed: 1180 }
  const found = { fault: 'origin', evidence: '1,180 of 1,240 requests to it failed.' }
  expect(faultOf({ kind: 'origin', cause: 'HTTP 503', requests }, 'partner')).toEqual(found)
  const stored = header('cache-status', 'site-performance; hit; ttl=30')
  expect(faultOf({ ...down, site: behind, requests, headers: stored }, 'partner')).toEqual(found)
  expect(faultOf({ kind: 'origin', cause: 'HTTP 503', requests: null }, 'partner')?.evidence).toBe(
    'The service sees the origin fail.',
  )
})

test('an account holder’s origin is their server', () => {
  expect(faultInWords('origin', 'partner')).toBe('the origin, not the service')
  expect(faultInWords('origin', 'holder')).toBe('your server, not the service')
})

test('the evidence names the server as its reader does', () => {
  const headers = header('cache-status', 'site-performance; fwd=uri-miss')
  expect(faultOf({ ...down, headers }, 'holder')?.evidence).toBe('The service passed on what your server answered.')
  expect(faultOf({ ...down, headers }, 'partner')?.evidence).toBe('The service passed on what the origin answered.')
})

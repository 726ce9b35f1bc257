import { expect, test } from 'vitest'
import { verdictInWords } from './verdict.ts'

const verdict = { trouble: 'down', state: 'active', kind: 'origin', cause: 'HTTP 503', partly: false }

test('a partner’s site has an origin, an account holder’s has a server', () => {
  expect(verdictInWords(verdict, 'partner')).toBe('Origin errors · HTTP 503')
  expect(verdictInWords(verdict, 'holder')).toBe('Server errors · HTTP 503')
})

test.each([
  [{ kind: 'down' }, 'Down · HTTP 503'],
  [{ kind: 'down', partly: true }, 'Partly down · HTTP 503'],
  [{ kind: 'slow', cause: null }, 'Slow'],
  [{ kind: 'dns', cause: 'CNAME points to a.example' }, 'DNS points elsewhere · CNAME a.example'],
  [{ kind: 'dns', cause: 'No CNAME record' }, 'DNS points elsewhere · No CNAME record'],
  [{ kind: 'of another service' }, 'of another service · HTTP 503'],
  [{ kind: null, trouble: 'idle' }, 'Not live yet'],
  [{ kind: null, trouble: 'off', state: 'off' }, 'Off'],
  [{ kind: null, trouble: 'idle', state: 'off' }, 'Off'],
  [{ kind: null, trouble: 'maintenance' }, 'Maintenance'],
  [{ kind: null, trouble: 'healthy' }, 'Healthy'],
  [{ kind: null, trouble: 'unchecked' }, 'Not checked yet'],
  [{ kind: null, trouble: 'unchecked', unchecked: 'not monitored' as const }, 'Home page not monitored'],
  [{ kind: null, trouble: 'healthy', unchecked: 'not monitored' as const }, 'Home page not monitored'],
  [{ kind: null, trouble: 'healthy', unchecked: 'never' as const }, 'Not checked yet'],
  [{ kind: null, trouble: 'healthy', unchecked: 'not since live' as const }, 'Live, not checked yet'],
])('%j is %s', (change, words) => expect(verdictInWords({ ...verdict, ...change }, 'holder')).toBe(words))

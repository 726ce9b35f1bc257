import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newKey } from '../secrets/index.ts'
import { loggedPath } from './logged-path.ts'

const id = '01932f4e-7c1a-7abc-8def-0123456789ab'
const key = 'hG7kQz0vXb2LmN4pRt6sWy8uAc1eDf3gJi5oKl9qZx'

test.each([
  ['/api/sites', '/api/sites'],
  [`/api/sites/${id}/flush_cache`, `/api/sites/${id}/flush_cache`],
  ['/api/monitor', '/api/monitor'],
  ['/api/', '/api/'],
  ['/wp-login.php', '/wp-login.php'],
  [`/api/sites/${key}`, '/api/sites/…'],
  [`/api/${key}/sites`, '/api/…/sites'],
  [`/api/sites/${id}${key}`, '/api/sites/…'],
  [`/api/sites;service_api_key=${key}`, '/api/…'],
  [`/api/sites&service_api_key=${key}`, '/api/…'],
  [`/api/sites%3Fservice_api_key=${key}`, '/api/…'],
  [`/api/sites/${encodeURIComponent(`?key=${key}`)}`, '/api/sites/…'],
  ['/api/sites/hunter2', '/api/sites/…'],
  [`/${'a/'.repeat(500)}`, `/${'a/'.repeat(11)}…`],
])('%s is logged as %s', (path, logged) => expect(loggedPath(path)).toBe(logged))

test('no key is logged, wherever it stands', () => {
  const around = fc.stringMatching(/^[ -~]{0,20}$/).filter((text) => !text.includes('/'))
  fc.assert(
    fc.property(around, around, (before, after) => {
      const made = newKey()
      expect(loggedPath(`/api/sites/${before}${made}${after}/x`)).not.toContain(made)
    }),
  )
})

import { describe, expect, test } from 'vitest'
import { safeBack } from './safe-back.ts'

describe('the address to return to after signing in', () => {
  test.each(['/accounts?page=2', '/sites/s'])('%s is allowed', (path) => expect(safeBack(path)).toBe(path))
  test.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/sign-in?back=/',
    '/sign-in-link',
    '/api/sites',
    '/x/../sign-in',
    '/\t/evil.example/',
    '/\n/evil.example/',
    '/\r\n/evil.example/',
    '/\u0000/evil.example/',
    '/x/..//evil.example/',
    '/./\\evil.example',
  ])('%j is not', (path) => expect(safeBack(path)).toBeUndefined())
})

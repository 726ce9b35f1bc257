import { WebAuthnError } from '@simplewebauthn/browser'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { passkeyProblem, whyNoPasskeys } from './passkey.ts'

afterEach(() => vi.unstubAllGlobals())

describe('in a browser with passkeys', () => {
  test.each([
    ['NotAllowedError', /cancelled/],
    ['AbortError', /cancelled/],
    ['InvalidStateError', /has a passkey for you already/],
    ['SecurityError', /at this address/],
  ])('a %s says what came of it, as the browser’s own and as the library’s', (name, words) => {
    vi.stubGlobal('window', { PublicKeyCredential: vi.fn() })
    const cause = new DOMException('', name)
    expect(passkeyProblem(cause)).toMatch(words)
    const wrapped = new WebAuthnError({ message: '', code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', cause })
    expect(passkeyProblem(wrapped)).toMatch(words)
  })

  test('the service’s refusal is left to those who know it', () => {
    vi.stubGlobal('window', { PublicKeyCredential: vi.fn() })
    expect([passkeyProblem(new Error('Refused')), passkeyProblem('no error')]).toEqual([null, null])
    expect(whyNoPasskeys()).toBeUndefined()
  })
})

test('a browser without passkeys says so, whatever went wrong', () => {
  vi.stubGlobal('window', {})
  expect(passkeyProblem(new Error('Refused'))).toBe(whyNoPasskeys())
  expect(whyNoPasskeys()).toMatch(/can’t use passkeys/)
})

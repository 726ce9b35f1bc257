import { afterEach, describe, expect, test, vi } from 'vitest'
import { listUserSites, readPartner } from '../../../contract/index.ts'
import type { Role } from '../../api/credentials.ts'
import { ApiError, type ErrorKind } from '../../../client/errors.ts'
import { StubService } from '../../test/stub-service.ts'
import { failureSentence, findRole } from './verify.ts'

describe('whose an ID and a key are', () => {
  afterEach(() => vi.unstubAllGlobals())

  const typed = { id: 'an-id', key: 'a-key', baseUrl: 'http://service.test/api' }
  const partner = { id: 'an-id', name: 'Nordhost', email: 'partners@nordhost.example', reseller: true }

  /** A service that answers each role with a status. */
  function service(asPartner: number, asHolder: number): StubService {
    const stub = new StubService()
    stub.reply(readPartner, partner).reply(listUserSites, { sites: [] })
    if (asPartner !== 200) stub.refuse(readPartner, { status: asPartner })
    if (asHolder !== 200) stub.refuse(listUserSites, { status: asHolder })
    vi.stubGlobal('fetch', stub.fetch)
    return stub
  }

  test.each<[Role, number, number, Role]>([
    ['partner', 200, 401, 'partner'],
    ['partner', 403, 200, 'user'],
    ['partner', 404, 200, 'user'],
    ['user', 200, 401, 'partner'],
    ['user', 200, 403, 'partner'],
    ['user', 403, 200, 'user'],
  ])('tried as %s first and answered %i and %i, it is the %s’s', async (first, asPartner, asHolder, role) => {
    const stub = service(asPartner, asHolder)
    await expect(findRole(typed, first)).resolves.toEqual({ ...typed, role })
    // the other isn't asked once it is known
    expect(stub.received(readPartner).length + stub.received(listUserSites).length).toBe(first === role ? 1 : 2)
  })

  test.each<[number, number, ErrorKind, number]>([
    [403, 401, 'denied', 2],
    [404, 401, 'refused-key', 2],
    [404, 404, 'not-found', 2],
    [403, 503, 'failed', 2],
    [503, 200, 'failed', 1],
    [429, 200, 'too-many', 1],
  ])('answered %i and %i, it is nobody’s: %s', async (asPartner, asHolder, kind, calls) => {
    const stub = service(asPartner, asHolder)
    await expect(findRole(typed, 'partner')).rejects.toMatchObject({ kind })
    expect(stub.received(readPartner).length + stub.received(listUserSites).length).toBe(calls)
  })
})

const failed = (kind: ErrorKind) => new ApiError({ kind, status: 0, sentence: 'It failed.' })

test.each([
  ['refused-key', /^That ID and key don’t match\. Check both/],
  ['denied', /^That ID and key don’t match\. Check both/],
  ['unreachable', /^Can’t reach the service at \/api\./],
  ['malformed', /^The server at \/api doesn’t provide this API\./],
  ['not-found', /^The server at \/api doesn’t provide this API\./],
  ['too-many', /^Too many attempts\. Try again in a minute\.$/],
  ['failed', /^It failed\. Try again in a moment\.$/],
] as const)('a sign-in that failed as %s says what to do', (kind, words) => {
  expect(failureSentence(failed(kind), '/api', false)).toMatch(words)
})

test('who has no key yet learns that the mailed password isn’t one', () => {
  expect(failureSentence(failed('refused-key'), '/api', true)).toContain(
    'The password from a welcome email isn’t a key.',
  )
})

test('without a choice of base URL, no sentence tells you to check it', () => {
  for (const kind of ['unreachable', 'malformed', 'not-found'] as const) {
    expect(failureSentence(failed(kind), '/api', true)).toContain('the base URL under Advanced')
    expect(failureSentence(failed(kind), '/api', false)).not.toContain('Advanced')
  }
})

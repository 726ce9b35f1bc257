import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CookieCredentials, Credentials, KeyCredentials } from './credentials.ts'
import { cleanBaseUrl } from './credentials.ts'

const credentials: KeyCredentials = { role: 'partner', id: 'p', key: 'k', baseUrl: '/api' }

class Memory {
  [name: string]: unknown
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null
  }
  setItem(name: string, value: string) {
    this[name] = value
  }
  removeItem(name: string) {
    delete this[name]
  }
}

const hasSession = (storage: Memory) => storage.getItem('site-performance.session') !== null

let tab: Memory
let device: Memory

beforeEach(() => {
  tab = new Memory()
  device = new Memory()
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', device)
})
afterEach(() => vi.unstubAllGlobals())

/** Imports the module anew, like a page reload. */
async function reloaded() {
  vi.resetModules()
  return (await import('./session.ts')).session
}

describe('a session', () => {
  test('ends with the tab by default', async () => {
    const session = await reloaded()
    session.start(credentials, false)
    expect([hasSession(tab), hasSession(device)]).toEqual([true, false])
    expect((await reloaded()).current()).toEqual(credentials)
  })

  test('stays on the device on request until the user signs out', async () => {
    const session = await reloaded()
    session.start(credentials, true)
    expect([hasSession(tab), hasSession(device)]).toEqual([false, true])
    const later = await reloaded()
    expect(later.current()).toEqual(credentials)
    later.end()
    expect([hasSession(tab), hasSession(device)]).toEqual([false, false])
  })

  test('knows whether it survives a reload', async () => {
    const session = await reloaded()
    expect(session.isKept()).toBe(false)
    session.start(credentials, false)
    expect(session.isKept()).toBe(true)
    tab.removeItem('site-performance.session')
    expect(session.isKept()).toBe(false)
  })

  test.each(['no JSON', '{}', '{"role":"admin","id":"p","key":"k","baseUrl":"/api"}'])(
    'is none where %s was stored',
    async (text) => {
      tab.setItem('site-performance.session', text)
      expect((await reloaded()).current()).toBeNull()
      expect(hasSession(tab)).toBe(false)
    },
  )

  test('keeps the reason of a refusal until the next sign-in, but not the key', async () => {
    const session = await reloaded()
    session.start(credentials, true)
    session.refuse('denied', credentials)
    expect(session.current()).toBeNull()
    expect(session.refusal()).toEqual({ reason: 'denied', role: 'partner', id: 'p', baseUrl: '/api' })
    expect(hasSession(device)).toBe(false)
    session.start(credentials, false)
    expect(session.refusal()).toBeNull()
  })

  test('ignores a late refusal of an earlier key', async () => {
    const session = await reloaded()
    session.start({ ...credentials, key: 'new' }, false)
    session.refuse('refused-key', credentials)
    expect(session.current()).toMatchObject({ key: 'new' })
  })

  test('notifies subscribers until they unsubscribe', async () => {
    const session = await reloaded()
    const heard = vi.fn()
    const stop = session.subscribe(heard)
    session.start(credentials, false)
    stop()
    session.end()
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('what a tab keeps', () => {
  const draft = 'site-performance.draft.note'
  const other: KeyCredentials = { ...credentials, id: 'q' }

  test.each([
    ['the same', credentials, 'typed'],
    ['another', other, null],
  ])('is for whoever signs in after a refusal and a reload, if that is %s', async (_, next, kept) => {
    const session = await reloaded()
    session.start(credentials, true)
    tab.setItem(draft, 'typed')
    session.refuse('denied', credentials)
    expect(tab.getItem(draft)).toBe('typed')
    const later = await reloaded()
    later.start(next, false)
    expect(tab.getItem(draft)).toBe(kept)
  })

  test('isn’t for whom another tab has signed in', async () => {
    const session = await reloaded()
    session.start(credentials, true)
    tab.setItem(draft, 'typed')
    device.setItem('site-performance.session', JSON.stringify(other))
    expect((await reloaded()).current()).toEqual(other)
    expect(tab.getItem(draft)).toBeNull()
  })

  test('is gone after the sign-out, and what isn’t the product’s stays', async () => {
    const session = await reloaded()
    session.start(credentials, false)
    tab.setItem(draft, 'typed')
    tab.setItem('other', 'x')
    session.end()
    expect(Object.keys(tab)).toEqual(['other'])
  })
})

describe('a key that is replaced', () => {
  test.each([true, false])('goes on in the session that is kept (%s) and in its other tabs', async (keep) => {
    const session = await reloaded()
    session.start(credentials, keep)
    const otherTab = await reloaded()
    session.renew('new-key')
    expect(session.current()).toMatchObject({ key: 'new-key' })
    expect((await reloaded()).current()).toEqual({ ...credentials, key: 'new-key' })
    otherTab.refuse('refused-key', credentials)
    expect(otherTab.next()).toEqual({ ...credentials, key: 'new-key' })
    expect((await reloaded()).current()).toMatchObject({ key: 'new-key' })
  })
})

describe('impersonation', () => {
  const holder: Credentials = { role: 'user', id: 'u', key: 'holder-key', baseUrl: '/api', partnerKey: 'partner-key' }

  test('switches to the holder with the next load, and back to the partner', async () => {
    const session = await reloaded()
    session.start(credentials, false)
    session.impersonate(holder, 'Fjord Bikes')
    expect(session.current()).toEqual(credentials)
    expect(session.next()).toEqual(holder)
    const later = await reloaded()
    expect(later.current()).toEqual(holder)
    expect(later.impersonator()).toEqual({ partner: credentials, accountName: 'Fjord Bikes' })
    later.stopImpersonating()
    expect(later.next()).toEqual(credentials)
    const back = await reloaded()
    expect(back.current()).toEqual(credentials)
    expect(back.impersonator()).toBeNull()
  })

  test('stores nothing of the holder on the device', async () => {
    const session = await reloaded()
    session.start(credentials, true)
    session.impersonate(holder, 'Fjord Bikes')
    expect(device.getItem('site-performance.session')).not.toContain('holder-key')
    const later = await reloaded()
    expect(later.current()).toEqual(holder)
    later.stopImpersonating()
    expect([hasSession(tab), hasSession(device)]).toEqual([false, true])
    expect((await reloaded()).current()).toEqual(credentials)
  })

  test('returns to the partner with a reason if the holder’s key is refused', async () => {
    const session = await reloaded()
    session.start(credentials, false)
    session.impersonate(holder, 'Fjord Bikes')
    const later = await reloaded()
    later.refuse('refused-key', holder)
    later.refuse('refused-key', holder)
    expect(later.next()).toEqual(credentials)
    expect(later.refusal()).toBeNull()
    const { takeFlash } = await import('./flash.ts')
    expect(takeFlash()).toMatch(/Fjord Bikes/)
    expect(takeFlash()).toBeNull()
  })

  test('ends together with the partner’s session on sign-out', async () => {
    const session = await reloaded()
    session.start(credentials, true)
    session.impersonate(holder, 'Fjord Bikes')
    const later = await reloaded()
    later.end()
    expect([hasSession(tab), hasSession(device)]).toEqual([false, false])
    expect((await reloaded()).current()).toBeNull()
  })

  test('is for partners only', async () => {
    const session = await reloaded()
    session.start(holder, false)
    session.impersonate({ ...holder, id: 'other' }, 'Other')
    expect(session.next()).toBeNull()
    expect((await reloaded()).current()).toEqual(holder)
  })
})

describe('a session of the service’s', () => {
  const nord: Credentials = { role: 'partner', id: 'p', baseUrl: '/api', session: 's1', subject: 'ada' }
  const own: CookieCredentials = { role: 'user', id: 'u', baseUrl: '/api', session: 's1', subject: 'ada' }
  /** Another tab of the same browser. */
  const newTab = () => {
    tab = new Memory()
    vi.stubGlobal('sessionStorage', tab)
    return reloaded()
  }

  test('is found by new tabs, each of which keeps its own place', async () => {
    const first = await reloaded()
    first.start(nord, false)
    const firstTab = tab
    const second = await newTab()
    expect(second.current()).toEqual(nord)
    second.switchTo(own)
    expect(second.next()).toEqual(own)
    expect(second.isElsewhere()).toBe(true)
    expect((await reloaded()).current()).toEqual(own)
    vi.stubGlobal('sessionStorage', firstTab)
    expect((await reloaded()).current()).toEqual(nord)
  })

  test('is ended by the service with its place, to which one comes back', async () => {
    const session = await reloaded()
    session.start(nord, false)
    session.impersonate({ ...nord, role: 'user', id: 'u' }, 'Fjord Bikes')
    const later = await reloaded()
    later.refuse('ended', { ...nord, role: 'user', id: 'u' })
    expect(later.current()).toBeNull()
    expect(later.refusal()).toEqual({
      reason: 'ended',
      role: 'user',
      id: 'u',
      baseUrl: '/api',
      subject: 'ada',
      impersonator: { partner: nord, accountName: 'Fjord Bikes' },
    })
    expect([hasSession(tab), hasSession(device)]).toEqual([false, false])
  })

  test('that another tab has replaced goes on there', async () => {
    const session = await reloaded()
    session.start(nord, false)
    device.setItem('site-performance.session', JSON.stringify({ ...own, session: 's2' }))
    session.refuse('ended', nord)
    expect(session.next()).toEqual({ ...own, session: 's2' })
    expect((await reloaded()).current()).toEqual({ ...own, session: 's2' })
  })

  test('that lost one account returns to the partner view', async () => {
    const session = await reloaded()
    session.start(nord, false)
    session.impersonate({ ...nord, role: 'user', id: 'u' }, 'Fjord Bikes')
    const later = await reloaded()
    later.refuse('denied', { ...nord, role: 'user', id: 'u' })
    expect(later.next()).toEqual(nord)
    const { takeFlash } = await import('./flash.ts')
    expect(takeFlash()).toBe('You no longer have access to Fjord Bikes, so you’re back in the partner view.')
    expect((await reloaded()).impersonator()).toBeNull()
  })
})

describe('a base URL', () => {
  test.each([
    ['/api', '/api'],
    [' /api/ ', '/api'],
    ['https://api.example/v1/', 'https://api.example/v1'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ])('%s is taken as %s', (typed, clean) => expect(cleanBaseUrl(typed)).toBe(clean))
  test.each([
    '',
    'api',
    '//evil.example',
    'ftp://a.example',
    'https://a:b@c.example',
    'https://a.example?x=1',
    'javascript:alert(1)',
  ])('%s is refused', (typed) => expect(cleanBaseUrl(typed)).toBeUndefined())
})

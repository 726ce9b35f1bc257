import * as z from 'zod/mini'
import { createStore } from '../lib/create-store.ts'
import { deviceStorage, tabStorage } from '../lib/storage.ts'
import {
  cookieCredentialsSchema,
  isByCookie,
  isSame,
  type CookieCredentials,
  keyCredentialsSchema,
  type Credentials,
  type Role,
} from './credentials.ts'
import { setFlash } from './flash.ts'

/** Why the service ended a session. */
export interface Refusal {
  /** `ended` is a session of the service's. */
  readonly reason: 'refused-key' | 'denied' | 'ended'
  readonly role: Role
  readonly id: string
  readonly baseUrl: string
  /** Whose session it was, of one of the service's. */
  readonly subject?: string
  readonly impersonator?: Impersonator | null
}

/** The partner's session and the account's name, kept while the partner impersonates its holder. */
export interface Impersonator {
  readonly partner: Credentials
  readonly accountName: string
}

const keptSchema = z.union([
  z.extend(keyCredentialsSchema, {
    impersonator: z.optional(z.object({ partner: keyCredentialsSchema, accountName: z.string() })),
  }),
  z.extend(cookieCredentialsSchema, {
    impersonator: z.optional(z.object({ partner: cookieCredentialsSchema, accountName: z.string() })),
  }),
])

const prefix = 'site-performance.'
const storageKey = `${prefix}session`
/** Whose the drafts are, and whatever else the tab keeps. */
const ownerKey = `${prefix}owner`

interface State {
  readonly current: Credentials | null
  /** The partner's session, kept while the partner impersonates an account holder. */
  readonly impersonator: Impersonator | null
  readonly next: Credentials | null
  /** Whether that is another partner or account, which has none of these pages. */
  readonly isElsewhere: boolean
  /** How often the service denied something to a session that may have lost access, or the role for it. */
  readonly denials: number
  readonly refusal: Refusal | null
}

const store = createStore<State>(restoredState())
const change = (to: Partial<State>) => store.set({ ...store.get(), ...to })

/**
 * Who is signed in, and for which partner or account this tab works. Where the service keeps the session, there is no key.
 * Elsewhere the key is kept here and in the browser's storage, and never put into a URL, query key, log or error.
 */
export const session = {
  current: (): Credentials | null => store.get().current,

  /** Whether the service keeps the session, and the browser no key. */
  isByCookie: (): boolean => {
    const { current } = store.get()
    return current !== null && isByCookie(current)
  },

  /** Why the last session ended, until someone signs in. */
  refusal: (): Refusal | null => store.get().refusal,

  /** Whether the session survives a reload. A browser may block storage. */
  isKept: (): boolean => {
    const { current } = store.get()
    const stored = restore()
    return current !== null && stored !== null && isSame(stored, current)
  },

  /** Whether new tabs find the session too. */
  isOnDevice: (): boolean => parsedIn(deviceStorage) !== null,

  /** The partner's session, while the partner impersonates an account holder. */
  impersonator: (): Impersonator | null => store.get().impersonator,

  /**
   * Signs in. `keep` stores the key on this device; otherwise it ends with the tab. The service's own session is known to all
   * tabs, and each remembers what it shows.
   */
  start(credentials: Credentials, keep: boolean, impersonator?: Impersonator): void {
    forget()
    claimTab(impersonator?.partner ?? credentials)
    if (isByCookie(credentials)) {
      deviceStorage.set(storageKey, JSON.stringify(impersonator?.partner ?? credentials))
      tabStorage.set(storageKey, JSON.stringify(impersonator ? { ...credentials, impersonator } : credentials))
    } else (keep ? deviceStorage : tabStorage).set(storageKey, JSON.stringify(credentials))
    change({ current: credentials, impersonator: impersonator ?? null, refusal: null })
  },

  /** Goes on for another partner or account, or as somebody else, with the next page load, in this tab and new ones. */
  switchTo(next: CookieCredentials): void {
    const { current } = store.get()
    claimTab(next)
    for (const storage of [tabStorage, deviceStorage]) storage.set(storageKey, JSON.stringify(next))
    change({ next, isElsewhere: current === null || isOther(next, current) })
  },

  /** Whether `next` is another partner or account, rather than the same seen by another role. */
  isElsewhere: (): boolean => store.get().isElsewhere,

  /**
   * Switches to an account holder's session with the next page load, so that no data or pending request of the partner
   * carries over. Applies to this tab only; the device keeps the partner's session.
   */
  impersonate(holder: Credentials, accountName: string): void {
    const { current } = store.get()
    if (current?.role !== 'partner') return
    const stored = { ...holder, impersonator: { partner: current, accountName } }
    tabStorage.set(storageKey, JSON.stringify(stored))
    change({ next: holder })
  },

  /** Returns to the partner's session with the next page load. */
  stopImpersonating(): void {
    const { impersonator } = store.get()
    if (!impersonator) return
    const { partner } = impersonator
    tabStorage.remove(storageKey)
    const stored = restore()
    if (!stored || !isSame(stored, partner) || isByCookie(partner)) tabStorage.set(storageKey, JSON.stringify(partner))
    change({ next: partner })
  },

  /** Who is signed in after the next page load, if that changes. */
  next: (): Credentials | null => store.get().next,

  /** Goes on with the account's new key, on this device too if it has kept the old one. */
  renew(key: string): void {
    const { current } = store.get()
    if (!current || isByCookie(current)) return
    for (const storage of [tabStorage, deviceStorage]) {
      const stored = z.safeParse(keptSchema, storage.getJson(storageKey))
      if (stored.success && !isByCookie(stored.data) && stored.data.key === current.key)
        storage.set(storageKey, JSON.stringify({ ...stored.data, key }))
    }
    change({ current: { ...current, key } })
  },

  end(): void {
    forget()
    clearTab()
    change({ current: null, impersonator: null })
  },

  /** Ends the session if the service refused it. Ignores late refusals of earlier ones. */
  refuse(reason: Refusal['reason'], refused: Credentials): void {
    const { current, next, impersonator } = store.get()
    if (!current || !isSame(current, refused)) return
    if (next) return
    // without its session, the partner view is refused too
    if (impersonator && reason !== 'ended') {
      const what = isByCookie(refused) ? 'You no longer have access to' : 'The service refused the key of'
      setFlash(`${what} ${impersonator.accountName}, so you’re back in the partner view.`)
      session.stopImpersonating()
      return
    }
    const successor = successorOf(refused)
    if (successor) {
      change({ next: successor, isElsewhere: isOther(successor, refused) })
      return
    }
    forget()
    const { role, id, baseUrl } = refused
    const more = isByCookie(refused) ? { subject: refused.subject, impersonator } : {}
    change({ current: null, impersonator: null, refusal: { reason, role, id, baseUrl, ...more } })
  },

  /** The service denied something to its own session: whoever follows `denials` finds out what it still may do. */
  doubt: (): void => change({ denials: store.get().denials + 1 }),

  useDenials: (): number => store.useValue().denials,

  subscribe: store.subscribe,
}

function restoredState(): State {
  const restored = restore()
  if (restored) claimTab(restored.impersonator?.partner ?? restored)
  // other tabs may go on elsewhere
  if (restored && isByCookie(restored)) tabStorage.set(storageKey, JSON.stringify(restored))
  return {
    current: restored && credentialsOf(restored),
    impersonator: restored?.impersonator ?? null,
    next: null,
    isElsewhere: false,
    denials: 0,
    refusal: null,
  }
}

const isOther = (a: Credentials, b: Credentials) => a.role !== b.role || a.id !== b.id

type Kept = z.output<typeof keptSchema>

function credentialsOf({ impersonator: _, ...credentials }: Kept): Credentials {
  return credentials
}

/** What another tab has replaced a sign-in by. */
function successorOf(refused: Credentials): Credentials | undefined {
  if (!isByCookie(refused)) {
    const stored = restore()
    const isReplaced = stored?.id === refused.id && stored.role === refused.role && !isSame(stored, refused)
    return isReplaced ? credentialsOf(stored) : undefined
  }
  const stored = parsedIn(deviceStorage)
  if (!stored || !isByCookie(stored) || stored.session === refused.session) return undefined
  tabStorage.remove(storageKey)
  return credentialsOf(stored)
}

function restore(): Kept | null {
  const storage = tabStorage.get(storageKey) === null ? deviceStorage : tabStorage
  if (storage.get(storageKey) === null) return null
  const stored = parsedIn(storage)
  // stored by another version, or edited
  if (!stored) forget()
  return stored
}

function parsedIn(storage: typeof tabStorage): Kept | null {
  const stored = z.safeParse(keptSchema, storage.getJson(storageKey))
  return stored.success ? stored.data : null
}

/** Drops what the tab keeps for somebody else. It stays for whoever signs in again after their session has ended. */
function claimTab(credentials: Credentials): void {
  const owner = isByCookie(credentials) ? credentials.subject : credentials.id
  if (tabStorage.get(ownerKey) === owner) return
  clearTab()
  tabStorage.set(ownerKey, owner)
}

function clearTab(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(prefix) && key !== storageKey) tabStorage.remove(key)
}

function forget(): void {
  tabStorage.remove(storageKey)
  deviceStorage.remove(storageKey)
}

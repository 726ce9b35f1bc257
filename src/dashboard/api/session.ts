import * as z from 'zod/mini'
import { createStore } from '../lib/create-store.ts'
import { deviceStorage, tabStorage } from '../lib/storage.ts'
import type { Credentials, Role } from './credentials.ts'
import { credentialsSchema } from './credentials.ts'
import { setFlash } from './flash.ts'

/** Why the service ended a session. */
export interface Refusal {
  readonly reason: 'refused-key' | 'denied'
  readonly role: Role
  readonly id: string
  readonly baseUrl: string
}

/** The partner's session and the account's name, kept while the partner impersonates its holder. */
const impersonatorSchema = z.object({ partner: credentialsSchema, accountName: z.string() })
export type Impersonator = z.output<typeof impersonatorSchema>

const keptSchema = z.extend(credentialsSchema, { impersonator: z.optional(impersonatorSchema) })

const storageKey = 'site-performance.session'

interface State {
  readonly current: Credentials | null
  /** The partner's session, kept while the partner impersonates an account holder. */
  readonly impersonator: Impersonator | null
  readonly next: Credentials | null
  readonly refusal: Refusal | null
}

const store = createStore<State>(restoredState())
const change = (to: Partial<State>) => store.set({ ...store.get(), ...to })

/** Who is signed in. The key is kept here and in the browser's storage, and never put into a URL, query key, log or error. */
export const session = {
  current: (): Credentials | null => store.get().current,

  /** Why the last session ended, until someone signs in. */
  refusal: (): Refusal | null => store.get().refusal,

  /** Whether the session survives a reload. A browser may block storage. */
  isKept: (): boolean => {
    const { current } = store.get()
    return current !== null && restore()?.key === current.key
  },

  /** The partner's session, while the partner impersonates an account holder. */
  impersonator: (): Impersonator | null => store.get().impersonator,

  /** Signs in. `keep` stores the session on this device; otherwise it ends with the tab. */
  start(credentials: Credentials, keep: boolean): void {
    forget()
    const storage = keep ? deviceStorage : tabStorage
    storage.set(storageKey, JSON.stringify(credentials))
    change({ current: credentials, impersonator: null, refusal: null })
  },

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
    if (restore()?.key !== partner.key) tabStorage.set(storageKey, JSON.stringify(partner))
    change({ next: partner })
  },

  /** Who is signed in after the next page load, if that changes. */
  next: (): Credentials | null => store.get().next,

  /** Goes on with the account's new key, on this device too if it has kept the old one. */
  renew(key: string): void {
    const { current } = store.get()
    if (!current) return
    for (const storage of [tabStorage, deviceStorage]) {
      const stored = z.safeParse(keptSchema, storage.getJson(storageKey))
      if (stored.success && stored.data.key === current.key)
        storage.set(storageKey, JSON.stringify({ ...stored.data, key }))
    }
    change({ current: { ...current, key } })
  },

  end(): void {
    forget()
    change({ current: null, impersonator: null })
  },

  /** Ends the session if the service refused its key. Ignores late refusals of earlier keys. */
  refuse(reason: Refusal['reason'], refused: Credentials): void {
    const { current, next, impersonator } = store.get()
    if (current?.key !== refused.key || current.id !== refused.id) return
    if (next) return
    if (impersonator) {
      setFlash(`The service refused the key of ${impersonator.accountName}, so you’re back in the partner view.`)
      session.stopImpersonating()
      return
    }
    const stored = restore()
    if (stored?.id === refused.id && stored.role === refused.role && stored.key !== refused.key) {
      // another tab has replaced the key
      change({ next: credentialsOf(stored) })
      return
    }
    forget()
    const refusal = { reason, role: refused.role, id: refused.id, baseUrl: refused.baseUrl }
    change({ current: null, impersonator: null, refusal })
  },

  subscribe: store.subscribe,
}

function restoredState(): State {
  const restored = restore()
  return {
    current: restored && credentialsOf(restored),
    impersonator: restored?.impersonator ?? null,
    next: null,
    refusal: null,
  }
}

function credentialsOf({ role, id, key, baseUrl, partnerKey }: Credentials): Credentials {
  return { role, id, key, baseUrl, ...(partnerKey === undefined ? {} : { partnerKey }) }
}

function restore(): z.output<typeof keptSchema> | null {
  const storage = tabStorage.get(storageKey) === null ? deviceStorage : tabStorage
  if (storage.get(storageKey) === null) return null
  const stored = z.safeParse(keptSchema, storage.getJson(storageKey))
  if (stored.success) return stored.data
  // stored by another version, or edited
  forget()
  return null
}

function forget(): void {
  tabStorage.remove(storageKey)
  deviceStorage.remove(storageKey)
}

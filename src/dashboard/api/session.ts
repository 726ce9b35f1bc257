import * as z from 'zod/mini'
import { createStore } from '../lib/create-store.ts'
import { deviceStorage, tabStorage } from '../lib/storage.ts'
import type { Credentials, Role } from './credentials.ts'
import { credentialsSchema } from './credentials.ts'
import { setFlash } from './flash.ts'

/** Why a session ended without being asked to. */
export interface Refusal {
  readonly reason: 'refused-key' | 'denied'
  readonly role: Role
  readonly id: string
  readonly baseUrl: string
}

/** A partner who looks at an account as its holder: what comes back after it. */
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

/** Who is signed in. The key stays here and in the browser's storage: never in a URL, query key, log or error. */
export const session = {
  current: (): Credentials | null => store.get().current,

  /** Why the last session ended, until somebody signs in. */
  refusal: (): Refusal | null => store.get().refusal,

  /** Whether it survives a reload: a browser may forbid storage. */
  isKept: (): boolean => {
    const { current } = store.get()
    return current !== null && restore()?.key === current.key
  },

  /** The partner's own session while the partner impersonates an account holder. */
  impersonator: (): Impersonator | null => store.get().impersonator,

  /** `keep` remembers the sign-in on this device; otherwise it ends with the tab. */
  start(credentials: Credentials, keep: boolean): void {
    forget()
    const storage = keep ? deviceStorage : tabStorage
    storage.set(storageKey, JSON.stringify(credentials))
    change({ current: credentials, impersonator: null, refusal: null })
  },

  /**
   * Makes the partner the holder of an account from the next page load, so that no data or pending request of one
   * reaches the other. In this tab only: what the device remembers stays the partner's.
   */
  impersonate(holder: Credentials, accountName: string): void {
    const { current } = store.get()
    if (current?.role !== 'partner') return
    const kept = { ...holder, impersonator: { partner: current, accountName } }
    tabStorage.set(storageKey, JSON.stringify(kept))
    change({ next: holder })
  },

  /** Returns to the partner's own session with the next page load. */
  stopImpersonating(): void {
    const { impersonator } = store.get()
    if (!impersonator) return
    const { partner } = impersonator
    tabStorage.remove(storageKey)
    if (restore()?.key !== partner.key) tabStorage.set(storageKey, JSON.stringify(partner))
    change({ next: partner })
  },

  /** Who is signed in from the next page load on, if that changes. */
  next: (): Credentials | null => store.get().next,

  end(): void {
    forget()
    change({ current: null, impersonator: null })
  },

  /** Ends the session whose key the service refused, unless another one has begun since. */
  refuse(reason: Refusal['reason'], refused: Credentials): void {
    const { current, next, impersonator } = store.get()
    if (current?.key !== refused.key || current.id !== refused.id) return
    if (next) return
    if (impersonator) {
      setFlash(`The service refused the key of ${impersonator.accountName}, so you are back as the partner.`)
      session.stopImpersonating()
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
    current: restored && own(restored),
    impersonator: restored?.impersonator ?? null,
    next: null,
    refusal: null,
  }
}

function own({ role, id, key, baseUrl }: Credentials): Credentials {
  return { role, id, key, baseUrl }
}

function restore(): z.output<typeof keptSchema> | null {
  const storage = tabStorage.get(storageKey) === null ? deviceStorage : tabStorage
  if (storage.get(storageKey) === null) return null
  const kept = z.safeParse(keptSchema, storage.getJson(storageKey))
  if (kept.success) return kept.data
  // written by another version, or by hand: sign in again
  forget()
  return null
}

function forget(): void {
  tabStorage.remove(storageKey)
  deviceStorage.remove(storageKey)
}

import * as z from 'zod/mini'
import type { Credentials, Role } from './credentials.ts'
import { credentialsSchema } from './credentials.ts'

/** Why a session ended without being asked to. */
export interface Refusal {
  readonly reason: 'refused-key' | 'denied'
  readonly role: Role
  readonly id: string
  readonly baseUrl: string
}

const storageKey = 'site-performance.session'

let current: Credentials | null = restore()
let refusal: Refusal | null = null
const listeners = new Set<() => void>()

/** Who is signed in. The key stays here and in the browser's storage: it is in no URL, query key, log or error. */
export const session = {
  current: (): Credentials | null => current,

  /** Why the last session ended, until somebody signs in. */
  refusal: (): Refusal | null => refusal,

  /** Whether it outlives a reload: a browser may forbid storage. */
  isKept: (): boolean => current !== null && restore()?.key === current.key,

  /** `keep` remembers the sign-in on this device; else it ends with the tab. */
  start(credentials: Credentials, keep: boolean): void {
    forget()
    store(keep ? 'localStorage' : 'sessionStorage')?.setItem(storageKey, JSON.stringify(credentials))
    current = credentials
    refusal = null
    tell()
  },

  end(): void {
    forget()
    current = null
    tell()
  },

  /** The service refused this key: it ends the session, unless another one began meanwhile. */
  refuse(reason: Refusal['reason'], refused: Credentials): void {
    if (current?.key !== refused.key || current.id !== refused.id) return
    refusal = { reason, role: refused.role, id: refused.id, baseUrl: refused.baseUrl }
    session.end()
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function tell(): void {
  for (const listener of listeners) listener()
}

function restore(): Credentials | null {
  const kept = store('sessionStorage')?.getItem(storageKey) ?? store('localStorage')?.getItem(storageKey)
  if (!kept) return null
  try {
    return z.parse(credentialsSchema, JSON.parse(kept))
  } catch {
    // written by another version, or by hand: sign in again
    forget()
    return null
  }
}

function forget(): void {
  store('sessionStorage')?.removeItem(storageKey)
  store('localStorage')?.removeItem(storageKey)
}

/** Undefined where the browser forbids storage; the session then lasts as long as the page. */
function store(name: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}

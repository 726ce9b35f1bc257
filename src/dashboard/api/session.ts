import * as z from 'zod/mini'
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

const restored = restore()
let current: Credentials | null = restored && own(restored)
let impersonator: Impersonator | null = restored?.impersonator ?? null
let next: Credentials | null = null
let refusal: Refusal | null = null
const listeners = new Set<() => void>()

/** Who is signed in. The key stays here and in the browser's storage: it is in no URL, query key, log or error. */
export const session = {
  current: (): Credentials | null => current,

  /** Why the last session ended, until somebody signs in. */
  refusal: (): Refusal | null => refusal,

  /** Whether it outlives a reload: a browser may forbid storage. */
  isKept: (): boolean => current !== null && restore()?.key === current.key,

  /** The partner's session that waits while an account is looked at as its holder. */
  impersonator: (): Impersonator | null => impersonator,

  /** `keep` remembers the sign-in on this device; else it ends with the tab. */
  start(credentials: Credentials, keep: boolean): void {
    forget()
    store(keep ? 'localStorage' : 'sessionStorage')?.setItem(storageKey, JSON.stringify(credentials))
    current = credentials
    impersonator = null
    refusal = null
    tell()
  },

  /**
   * The partner becomes the holder of an account with the page's next load, so that nothing that one of them has read
   * or still asks for meets the other. In this tab only: the device keeps what it was asked to keep.
   */
  impersonate(holder: Credentials, accountName: string): void {
    if (current?.role !== 'partner') return
    const kept = { ...holder, impersonator: { partner: current, accountName } }
    store('sessionStorage')?.setItem(storageKey, JSON.stringify(kept))
    next = holder
    tell()
  },

  /** Back to the partner's own session, with the page's next load. */
  stopImpersonating(): void {
    if (!impersonator) return
    const { partner } = impersonator
    store('sessionStorage')?.removeItem(storageKey)
    if (restore()?.key !== partner.key) store('sessionStorage')?.setItem(storageKey, JSON.stringify(partner))
    next = partner
    tell()
  },

  /** Who it is from the next load on, where that is somebody else. */
  next: (): Credentials | null => next,

  end(): void {
    forget()
    current = null
    impersonator = null
    tell()
  },

  /** The service refused this key: it ends the session, unless another one began meanwhile. */
  refuse(reason: Refusal['reason'], refused: Credentials): void {
    if (current?.key !== refused.key || current.id !== refused.id) return
    if (next) return
    if (impersonator) {
      setFlash(`The service refused the key of ${impersonator.accountName}, so you are back as the partner.`)
      session.stopImpersonating()
      return
    }
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

function own({ role, id, key, baseUrl }: Credentials): Credentials {
  return { role, id, key, baseUrl }
}

function restore(): z.output<typeof keptSchema> | null {
  const kept = store('sessionStorage')?.getItem(storageKey) ?? store('localStorage')?.getItem(storageKey)
  if (!kept) return null
  try {
    return z.parse(keptSchema, JSON.parse(kept))
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

import { useSyncExternalStore } from 'react'
import { localZone, type Zone } from '../format/time.ts'

const storageKey = 'site-performance.zone'
const listeners = new Set<() => void>()
let zone: Zone = restore()

/** The zone in which times are shown: kept on this device. */
export function setZone(next: Zone): void {
  zone = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // storage may be forbidden; the choice then holds until the page is left
  }
  for (const listener of listeners) listener()
}

export function useZone(): Zone {
  return useSyncExternalStore(subscribe, () => zone)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function restore(): Zone {
  try {
    const kept = localStorage.getItem(storageKey) ?? localZone
    // a zone that this browser does not know throws
    if (kept !== localZone) new Intl.DateTimeFormat('en-GB', { timeZone: kept })
    return kept
  } catch {
    return localZone
  }
}

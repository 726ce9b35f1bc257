import { localZone, type Zone } from './time.ts'
import { createStore } from '../../lib/create-store.ts'
import { deviceStorage } from '../../lib/storage.ts'

const storageKey = 'site-performance.zone'
const zone = createStore<Zone>(restore())

/** Sets the time zone that times are shown in, and remembers it on this device. */
export function setZone(next: Zone): void {
  deviceStorage.set(storageKey, next)
  zone.set(next)
}

export const useZone = zone.useValue
/** The chosen zone, for what isn't a component. */
export const zoneNow = zone.get

function restore(): Zone {
  const kept = deviceStorage.get(storageKey) ?? localZone
  return kept === localZone || kept === 'UTC' || isKnown(kept) ? kept : localZone
}

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone })
    return true
  } catch {
    return false
  }
}

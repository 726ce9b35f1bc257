import { deviceStorage } from '../../../../lib/storage.ts'

const key = 'site-performance.live-put-away'
/** A site shows it for a day only. */
const most = 20

/** Whether somebody has put away that a site is live, on this device. */
export function isLiveHidden(siteId: string): boolean {
  return hidden().includes(siteId)
}

export function hideLive(siteId: string): void {
  const others = hidden().filter((other) => other !== siteId)
  deviceStorage.set(key, JSON.stringify([siteId, ...others].slice(0, most)))
}

function hidden(): readonly unknown[] {
  const kept = deviceStorage.getJson(key)
  return Array.isArray(kept) ? kept : []
}

import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type DeviceName, devices } from '../../../contract/index.ts'
import type { Session } from './child-session.ts'

/** What makes a browser's context one of a device, without its CPU. */
export function emulationOf(
  device: DeviceName = 'DESKTOP',
  browser: Pick<Browser, 'version'>,
): Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor' | 'isMobile' | 'hasTouch' | 'userAgent'> {
  const { width, height, scale } = devices[device]
  const viewport = { width, height }
  if (device === 'DESKTOP') return { viewport }
  const major = browser.version().split('.')[0] ?? ''
  return {
    viewport,
    deviceScaleFactor: scale,
    isMobile: true,
    hasTouch: true,
    // as Chrome on Android says it, so that pages send what phones get
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`,
  }
}

/** Slows the page's CPU down to the device's. */
export async function slowDown(session: Session, device: DeviceName = 'DESKTOP'): Promise<void> {
  const { cpu_slowdown: rate } = devices[device]
  if (rate !== 1) await session.send('Emulation.setCPUThrottlingRate', { rate })
}

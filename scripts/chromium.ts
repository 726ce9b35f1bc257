import { existsSync } from 'node:fs'
import { findChromium } from '../src/service/checks/page/chromium.ts'

/** The sandbox of Chromium does not start for root. */
export const chromiumArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** The path of this machine's Chromium. @throws with what to do where there is none */
export function requireChromium(): string {
  const path = findChromium(process.env)
  if (path === undefined) throw new Error(`No Chromium was found. ${howToInstall}`)
  return path
}

export const howToInstall =
  'Install it with your package manager (Debian: apt-get install chromium), or set CHROMIUM_PATH to where it is.'

/** The path of Chromium without a window of its own, as Debian packages it; undefined where it is not installed. */
export function findHeadlessShell(): string | undefined {
  const path = '/usr/bin/chromium-headless-shell'
  return existsSync(path) ? path : undefined
}

/** What the end-to-end flows run in: the browser that is asked for, or the lightest that the machine has. */
export function chromiumForFlows(): string {
  return process.env['CHROMIUM_PATH'] ? requireChromium() : (findHeadlessShell() ?? requireChromium())
}

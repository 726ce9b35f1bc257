import { findChromium } from '../src/service/checks/chromium.ts'

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

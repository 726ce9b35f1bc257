import { existsSync } from 'node:fs'
import { findChromium } from '../src/service/checks/page/chromium.ts'

/** Chromium's sandbox doesn't start for root. */
export const chromiumArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export const chromiumAdvice =
  'Install it with your package manager (Debian: apt-get install chromium), or set CHROMIUM_PATH to its path.'

/** The path of this machine's Chromium. @throws with advice where there is none */
export function requireChromium(): string {
  const path = findChromium(process.env)
  if (path === undefined) throw new Error(`No Chromium was found. ${chromiumAdvice}`)
  return path
}

/** The path of the lighter Chromium without windows, as Debian packages it. */
export function findHeadlessShell(): string | undefined {
  const path = '/usr/bin/chromium-headless-shell'
  return existsSync(path) ? path : undefined
}

/** The browser for tests: the one in CHROMIUM_PATH, or else the lightest one on this machine. */
export function findChromiumForTests(): string | undefined {
  const chromium = findChromium(process.env)
  return process.env['CHROMIUM_PATH'] ? chromium : (findHeadlessShell() ?? chromium)
}

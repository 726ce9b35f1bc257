import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { promisify } from 'node:util'
import type { Browser } from '../../../contract/index.ts'

/** Where distributions, Google's own packages and macOS put it. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/snap/bin/chromium',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of the machine's Chromium: `CHROMIUM_PATH` where it is set, and nothing else then, or the first of the usual
 * places. Undefined where there is none.
 */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const candidates = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : usualPlaces
  return candidates.find(isExecutable)
}

/** Its name and version as it tells them itself; undefined where it does not start. */
export async function chromiumVersion(path: string): Promise<Browser | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 })
    const [, name, version] = /^\s*(.*?)\s+(\d+(?:\.\d+)+)/.exec(stdout) ?? []
    return name && version ? { name, version } : undefined
  } catch {
    return undefined
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

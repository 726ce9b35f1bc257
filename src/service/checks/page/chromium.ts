import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { promisify } from 'node:util'
import type { Browser } from '../../../contract/index.ts'

/** Where distributions, Google's packages and macOS install it. */
const commonPaths = [
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
 * The path of the installed Chromium: only `CHROMIUM_PATH` if that is set, else the first of the common paths. Undefined
 * if there is none.
 */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const candidates = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : commonPaths
  return candidates.find(isExecutable)
}

/** The name and version that `--version` prints; undefined if the browser doesn't start. */
export async function chromiumVersion(path: string): Promise<Browser | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 })
    const [version] = /(?<![\d.])\d+(?:\.\d+)+/.exec(stdout) ?? []
    const name = version && stdout.slice(0, stdout.indexOf(version)).trim()
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

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumArguments } from '../scripts/chromium.ts'
import { findChromium } from '../src/service/checks/page/chromium.ts'

interface TrustOptions {
  /** The certificate authority that it trusts beside those of the distribution, PEM; null for none. */
  readonly root: string | null
  /** The host that is on this machine. */
  readonly host: string
}

/**
 * Chromium as on the machine of someone who has imported a certificate authority: it's in their NSS database, and nothing is
 * ignored. The headless shell doesn't read that, so it's the whole Chromium.
 */
export async function startTrustingBrowser({ root, host }: TrustOptions): Promise<BrowserContext> {
  const home = mkdtempSync(join(tmpdir(), 'site-performance-browser-'))
  const database = join(home, '.pki', 'nssdb')
  mkdirSync(database, { recursive: true })
  const certutil = (...args: string[]) => execFileSync('/usr/bin/certutil', ['-d', `sql:${database}`, ...args])
  certutil('-N', '--empty-password')
  if (root !== null) {
    const file = join(home, 'root.pem')
    writeFileSync(file, root)
    certutil('-A', '-n', 'Test authority', '-t', 'C,,', '-i', file)
  }
  const context = await chromium.launchPersistentContext(join(home, 'profile'), {
    executablePath: findChromium(process.env) ?? 'chromium',
    args: [...chromiumArguments, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
    env: { ...process.env, HOME: home },
  })
  context.once('close', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return context
}

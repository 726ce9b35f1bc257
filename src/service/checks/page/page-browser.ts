import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { browserLimits } from '../box/limits.ts'
import { Failure, reason } from '../../../shared/guard/index.ts'

/**
 * Each context uses its relay as a proxy. The browser itself gets a proxy that doesn't exist, so that no traffic bypasses
 * the relay: no direct connection, no DNS, no UDP (QUIC, WebRTC).
 */
const flags = [
  '--proxy-server=socks5://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--no-first-run',
  // a navigation that failed isn't tried again
  '--disable-auto-reload',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-sync',
  // site isolation, even where Chromium thinks that the machine has too little memory for it
  '--site-per-process',
  `--renderer-process-limit=${browserLimits.renderers}`,
]

/**
 * Chromium's own state before it first starts. With no scheme of authentication allowed, a 401 is an answer like any other;
 * else Chromium would ask for a password in a dialog that nobody answers, and the page would wait for it.
 *
 * Chromium would also load the suggestions of its address bar, which nobody sees, as two pages beside each page that is
 * measured. They are disabled as in chrome://flags (choice 2 of 0 to 2), because Playwright already gives the switch for
 * features, of which the last one counts. A Chromium without these flags ignores them.
 */
const localState = JSON.stringify({
  auth: { schemes: '' },
  browser: { enabled_labs_experiments: ['webui-omnibox-popup@2', 'webui-omnibox-aim-popup@2'] },
})

/** The browser of page checks, started for the first of them and restarted if it dies. */
export class PageBrowser {
  readonly #path: string
  readonly #sandbox: boolean
  #browser: Promise<Browser> | undefined
  #closed = false
  #removed: Promise<void> = Promise.resolve()

  /** @param sandbox whether Chromium's own sandbox is on, which it can't be for root */
  constructor(path: string, { sandbox }: { readonly sandbox: boolean }) {
    this.#path = path
    this.#sandbox = sandbox
  }

  /**
   * Runs `work` with the browser. If the browser dies, tries once more.
   * @throws {Failure} `no-browser` if it doesn't start
   */
  async use<T>(work: (browser: Browser) => Promise<T>, signal: AbortSignal): Promise<T> {
    const browser = await this.#open()
    signal.throwIfAborted()
    try {
      return await work(browser)
    } catch (error) {
      signal.throwIfAborted()
      if (browser.isConnected()) throw error
    }
    return await work(await this.#open())
  }

  async close(): Promise<void> {
    this.#closed = true
    const browser = await this.#browser?.catch(() => undefined)
    await browser?.close()
    await this.#removed
  }

  #open(): Promise<Browser> {
    if (this.#closed)
      return Promise.reject(new Failure('no-browser', 'The browser was closed because the service is stopping.'))
    this.#browser ??= this.#launch()
    return this.#browser
  }

  async #launch(): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), 'site-performance-browser-'))
    // its processes may still write while they end
    const removeProfile = () => rm(profile, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined)
    try {
      await writeFile(join(profile, 'Local State'), localState)
      const { chromium } = await import('playwright-core')
      const own = await chromium.launchPersistentContext(profile, {
        executablePath: this.#path,
        args: flags,
        chromiumSandbox: this.#sandbox,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        timeout: browserLimits.start,
      })
      const browser = own.browser()
      if (!browser) throw new Error('the browser has no contexts')
      browser.on('disconnected', () => {
        this.#browser = undefined
        this.#removed = removeProfile()
      })
      // pages are opened in contexts of their own
      await Promise.all(own.pages().map((page) => page.close()))
      return browser
    } catch (error) {
      this.#browser = undefined
      await removeProfile()
      throw new Failure('no-browser', launchProblem(this.#path, error), { cause: error })
    }
  }
}

function launchProblem(path: string, error: unknown): string {
  return error instanceof Error && error.message.includes('No usable sandbox')
    ? "Chromium's sandbox doesn't work at this location. The operator can install chromium-sandbox or set CHROMIUM_SANDBOX=off."
    : `Chromium (${path}) did not start: ${reason(error)}`
}

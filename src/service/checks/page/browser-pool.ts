import type { Browser } from 'playwright-core'
import { Failure, reason } from '../failure.ts'

/** How many pages are measured at a time: more would slow each other down. */
const maxConcurrentPages = 2

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
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-sync',
  // Cross-site frames stay in the page's process, so that one DevTools session sees every request. The browser holds no
  // user data that site isolation would protect.
  '--disable-site-isolation-trials',
]

/** One browser process, kept between checks and restarted if it dies. */
export class BrowserPool {
  readonly #path: string
  #browser: Promise<Browser> | undefined
  #running = 0
  readonly #waiting: (() => void)[] = []
  #closed = false

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Runs `work` with the browser once fewer than `maxConcurrentPages` others do. If the browser dies, tries once more.
   * @throws {Failure} `no-browser` if it doesn't start
   */
  async use<T>(work: (browser: Browser) => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#acquire(signal)
    try {
      const browser = await this.#open()
      signal.throwIfAborted()
      try {
        return await work(browser)
      } catch (error) {
        signal.throwIfAborted()
        if (browser.isConnected()) throw error
      }
      return await work(await this.#open())
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const browser = await this.#browser?.catch(() => undefined)
    await browser?.close()
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    while (this.#running >= maxConcurrentPages) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.push(resolve)
      await promise.finally(() => signal.removeEventListener('abort', abort))
    }
    signal.throwIfAborted()
    this.#running++
  }

  #open(): Promise<Browser> {
    if (this.#closed)
      return Promise.reject(new Failure('no-browser', 'The browser was closed because the service is stopping.'))
    this.#browser ??= this.#launch()
    return this.#browser
  }

  async #launch(): Promise<Browser> {
    try {
      // loaded on first use: 80 MB that a service without page checks doesn't need
      const { chromium } = await import('playwright-core')
      const browser = await chromium.launch({
        executablePath: this.#path,
        args: flags,
        // Chromium's sandbox doesn't work as root
        chromiumSandbox: process.getuid?.() !== 0,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        timeout: 30_000,
      })
      browser.on('disconnected', () => (this.#browser = undefined))
      return browser
    } catch (error) {
      this.#browser = undefined
      throw new Failure('no-browser', `Chromium (${this.#path}) did not start: ${reason(error)}`, { cause: error })
    }
  }
}

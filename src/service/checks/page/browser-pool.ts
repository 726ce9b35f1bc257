import type { Browser } from 'playwright-core'
import { Failure, reason } from '../failure.ts'

/** How many pages are measured at a time: more would measure each other. */
const atOnce = 2

/**
 * Each context has its relay as its proxy; the rest of the browser has a proxy that does not exist, so that nothing gets
 * out by another way: no direct connection, no DNS, no UDP (QUIC, WebRTC).
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
  // Frames of other sites stay in the page's process, so that one DevTools session sees all that the page asks for.
  // The browser holds nothing of anybody that a process of their own would have to protect.
  '--disable-site-isolation-trials',
]

/** One browser process, kept for the next check and started again where it has died. */
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
   * Runs `work` with the browser as soon as there is room. Where the browser itself dies meanwhile, it is tried once more.
   * @throws {Failure} `no-browser` where it does not start
   */
  async use<T>(work: (browser: Browser) => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal)
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

  async #enter(signal: AbortSignal): Promise<void> {
    while (this.#running >= atOnce) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', stop, { once: true })
      this.#waiting.push(resolve)
      await promise.finally(() => signal.removeEventListener('abort', stop))
    }
    signal.throwIfAborted()
    this.#running++
  }

  #open(): Promise<Browser> {
    if (this.#closed)
      return Promise.reject(new Failure('no-browser', 'The browser was closed, since the service is stopping.'))
    this.#browser ??= this.#launch()
    return this.#browser
  }

  async #launch(): Promise<Browser> {
    try {
      // a service that never measures a page does without its 80 MB
      const { chromium } = await import('playwright-core')
      const browser = await chromium.launch({
        executablePath: this.#path,
        args: flags,
        // Chromium's sandbox does not work for root.
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

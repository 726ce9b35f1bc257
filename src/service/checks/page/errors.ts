import { randomUUID } from 'node:crypto'
import { pageLimits } from './limits.ts'
import { cut } from '../cut.ts'
import type { Session } from './child-session.ts'

/** Errors of one kind: how many there were, and the texts of the first. */
export class ErrorList {
  readonly #texts = new Map<unknown, string>()
  count = 0

  get texts(): string[] {
    return [...this.#texts.values()]
  }

  /** @param key by which it may be taken back */
  add(text: string, key: unknown = Symbol()): void {
    this.count++
    if (this.#texts.size < pageLimits.texts) this.#texts.set(key, cut(text, pageLimits.text))
  }

  takeBack(key: unknown): void {
    this.count--
    this.#texts.delete(key)
  }
}

/** Script errors of the page, as the browser words them. */
export class PageErrors {
  readonly exceptions = new ErrorList()
  readonly console = new ErrorList()
}

/** Failed requests are in the waterfall, and exceptions arrive as another event. */
const countedElsewhere = new Set(['network', 'javascript', 'worker'])

/**
 * Collects uncaught exceptions and rejections, and errors that the page or the browser writes to the console. A rejection
 * that is handled later is taken back, as the browser does (HTML, section 8.1.5.7).
 */
export async function watchErrors(session: Session, errors: PageErrors): Promise<void> {
  // each session counts its exceptions from 1
  const id = randomUUID()
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text, exceptionId } }) => {
    errors.exceptions.add(exception?.description ?? text, `${id} ${exceptionId}`)
  })
  session.on('Runtime.exceptionRevoked', ({ exceptionId }) => errors.exceptions.takeBack(`${id} ${exceptionId}`))
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type !== 'error' && type !== 'assert') return
    const words = args
      .slice(0, pageLimits.arguments)
      .map((arg) => cut(arg.value === undefined ? (arg.description ?? arg.type) : String(arg.value), pageLimits.text))
    errors.console.add(words.join(' '))
  })
  session.on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error' && !countedElsewhere.has(entry.source)) errors.console.add(entry.text)
  })
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')])
}

import { bounds } from '../../bounds.ts'
import { cut } from '../../cut.ts'
import type { Session } from './child-session.ts'

/** Errors of one kind: how many there were, and the texts of the first. */
export class ErrorList {
  readonly texts: string[] = []
  count = 0

  add(text: string): void {
    this.count++
    if (this.texts.length < bounds.page.texts) this.texts.push(cut(text, bounds.page.text))
  }
}

/** Script errors of the page, as the browser words them. */
export class PageErrors {
  readonly exceptions = new ErrorList()
  readonly console = new ErrorList()
}

/** Failed requests are in the waterfall, and exceptions arrive as another event. */
const countedElsewhere = new Set(['network', 'javascript', 'worker'])

/** Collects uncaught exceptions and rejections, and errors that the page or the browser writes to the console. */
export async function watchErrors(session: Session, errors: PageErrors): Promise<void> {
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    errors.exceptions.add(exceptionDetails.exception?.description ?? exceptionDetails.text)
  })
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type !== 'error' && type !== 'assert') return
    const words = args
      .slice(0, bounds.page.arguments)
      .map((arg) => cut(arg.value === undefined ? (arg.description ?? arg.type) : String(arg.value), bounds.page.text))
    errors.console.add(words.join(' '))
  })
  session.on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error' && !countedElsewhere.has(entry.source)) errors.console.add(entry.text)
  })
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')])
}

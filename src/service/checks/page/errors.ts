import type { CDPSession } from 'playwright-core'

/** Script errors of the page, as the browser words them. */
export interface PageErrors {
  readonly exceptions: readonly string[]
  readonly console: readonly string[]
}

/** Failed requests are in the waterfall, and exceptions arrive as another event. */
const countedElsewhere = new Set(['network', 'javascript', 'worker'])

/** Collects uncaught exceptions and rejections, and errors that the page or the browser writes to the console. */
export async function watchErrors(session: CDPSession): Promise<PageErrors> {
  const errors = { exceptions: [] as string[], console: [] as string[] }
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    errors.exceptions.push(exceptionDetails.exception?.description ?? exceptionDetails.text)
  })
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type !== 'error' && type !== 'assert') return
    errors.console.push(
      args.map((arg) => (arg.value === undefined ? (arg.description ?? arg.type) : String(arg.value))).join(' '),
    )
  })
  session.on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error' && !countedElsewhere.has(entry.source)) errors.console.push(entry.text)
  })
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')])
  return errors
}

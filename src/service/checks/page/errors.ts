import type { CDPSession } from 'playwright-core'

/** What went wrong in the page's scripts, in the browser's words. */
export interface PageErrors {
  readonly exceptions: readonly string[]
  readonly console: readonly string[]
}

/** What the network failed at has entries of its own, and exceptions come by another event. */
const countedElsewhere = new Set(['network', 'javascript', 'worker'])

/** Collects uncaught exceptions and rejections, and what `console.error` and the browser itself report as errors. */
export async function watchErrors(session: CDPSession): Promise<PageErrors> {
  const seen = { exceptions: [] as string[], console: [] as string[] }
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    seen.exceptions.push(exceptionDetails.exception?.description ?? exceptionDetails.text)
  })
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type !== 'error' && type !== 'assert') return
    seen.console.push(
      args.map((arg) => (arg.value === undefined ? (arg.description ?? arg.type) : String(arg.value))).join(' '),
    )
  })
  session.on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error' && !countedElsewhere.has(entry.source)) seen.console.push(entry.text)
  })
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')])
  return seen
}

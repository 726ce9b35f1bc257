import type { Socket } from 'node:net'
import { deliveryLimits } from './limits.ts'

/** What a receiver answered, as far as it matters to the sender. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly location: string | undefined
}

/**
 * Reads the head of an answer, more leniently than RFC 9112 asks for: the status line decides, and of the fields only two
 * matter. It's the only answer on its connection, so whatever else it holds can do no harm.
 * @param text the head, or what there was of it before the connection ended
 */
export function answerIn(text: string): Answer | undefined {
  const [line = '', ...lines] = text.trimStart().split(/\r\n|\n|\r/)
  const status = /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)/i.exec(line)?.[1]
  if (status === undefined) return undefined
  const field = (name: string) =>
    lines
      .map((one) => [one.slice(0, one.indexOf(':')).trim().toLowerCase(), one.slice(one.indexOf(':') + 1).trim()])
      .find(([known]) => known === name)?.[1]
  return { status: Number(status), retryAfter: field('retry-after'), location: field('location') }
}

/** The end of a head, with either kind of line break. */
const headEnd = /\n\r?\n/

/**
 * The final answer that comes over a connection, however it ends: complete, broken off, too large or too late. Interim
 * ones (RFC 9110, 15.2) are passed over.
 * @returns undefined if what came isn't an answer
 */
export function readAnswer(socket: Socket, signal: AbortSignal): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  let text = ''
  let total = 0
  const finish = () => resolve(answerIn(text))
  socket.on('data', (chunk: Buffer) => {
    total += chunk.length
    const searched = Math.max(0, text.length - 2)
    text += chunk.toString('latin1')
    let end = text.slice(searched).search(headEnd)
    if (end !== -1) end += searched
    while (end !== -1) {
      const answer = answerIn(text.slice(0, end))
      if (!answer || answer.status >= 200 || answer.status === 101) return resolve(answer)
      text = text.slice(end).trimStart()
      end = text.search(headEnd)
    }
    if (total > deliveryLimits.answer) finish()
  })
  for (const event of ['end', 'close', 'error']) socket.once(event, finish)
  if (signal.aborted) finish()
  else signal.addEventListener('abort', finish, { once: true })
  return promise
}

import type { Socket } from 'node:net'
import { visitorLimits } from './limits.ts'
import { networkOf } from '../../shared/client-address.ts'
import { originProblemName, type OriginProblem } from '../../contract/origin-problems.ts'
import { type FieldLines, type Fields, fieldsOf, isNotModified, membersOf } from '../cache/index.ts'
import { tagsForOrigin } from '../optimize/forms.ts'
import type { EdgeSite } from '../control/site.ts'
import type { OriginAgent } from '../origin/agent.ts'
import { askOrigin, type OriginAnswer, type OriginRequest, pairs } from '../origin/ask.ts'
import { failureFrom } from '../origin/dial.ts'
import { OriginFailure, VisitorFault } from '../origin/failure.ts'
import { originLines } from '../origin/request-lines.ts'
import { bodyArrived } from './body-arrived.ts'
import type { Exchange, RequestBody } from '../exchange/exchange.ts'
import type { EdgeContext } from './edge-context.ts'

interface AskOptions {
  /** The visitor's lines, unless some of them have to go. */
  readonly lines?: FieldLines
  readonly method?: string
  /** Path and query, where they aren't the visitor's. */
  readonly target?: string
  /** Goes on when the visitor has left, because others wait for the answer. */
  readonly forOthers?: boolean
}

/**
 * Asks the site's origin what the visitor asked.
 * @throws {OriginFailure}
 */
export async function ask(exchange: Exchange, context: EdgeContext, options: AskOptions = {}): Promise<OriginAnswer> {
  const { request, response, meter, site, target, sendContinue } = exchange
  const record = (problem: string | null) => meter && context.originResults.record(site, problem)
  const { body } = request
  const address = context.clientAddress(request.socket.remoteAddress, exchange.fields['x-forwarded-for'] ?? null)
  const left = options.forOthers ? undefined : new AbortController()
  const leave = () => left?.abort()
  if (left) response.once('close', leave)
  let giveBack = () => {}
  let interim = 0
  try {
    if (body && !sendContinue) await bodyArrived(body)
    giveBack = await context.shares.take(shareOf(site, address), left?.signal)
    const wanted = {
      origin: site.origin,
      method: options.method ?? exchange.method,
      target: options.target ?? target,
      lines: originRequestLines(exchange, address, options.lines ?? request.lines),
      body,
      onContinue: body && sendContinue,
      onInterim(status: number, lines: FieldLines) {
        if (interim++ < visitorLimits.interim) sendInterim(exchange, status, lines)
      },
      onSocket: (socket: Socket) => meter?.asked(socket),
      signal: left?.signal,
    }
    const answer = await askForWhole(context.agent, wanted, exchange.fields)
    recordEnd(answer, problemOf(answer, exchange.method), record)
    for (const event of ['end', 'close', 'error'] as const) answer.body.once(event, giveBack)
    if (answer.body.destroyed) giveBack()
    return answer
  } catch (error) {
    giveBack()
    const isOrigins = error instanceof OriginFailure && !(error instanceof VisitorFault)
    if (isOrigins && !left?.signal.aborted && !mayBeVisitors(error, body)) {
      const { problem } = error
      if (record(originProblemName(problem)))
        context.log.info({ site: site.host, problem }, 'an origin gave no usable answer')
    }
    throw error
  } finally {
    if (left) response.off('close', leave)
  }
}

/** Whose share of the connections to a site's origin a visitor's request takes. */
export function shareOf({ id }: Pick<EdgeSite, 'id'>, address: string): string {
  return `${id} ${networkOf(address)}`
}

/**
 * Asks the customer's server. Where it answers that nothing has changed though nothing was said about before (RFC 9110,
 * section 15.4.5), a visitor who has no older answer would see an empty page: a GET or HEAD is then asked once more.
 * @throws {OriginFailure}
 */
async function askForWhole(agent: OriginAgent, wanted: OriginRequest, visitor: Fields): Promise<OriginAnswer> {
  const { method, body } = wanted
  const isConditional = hasCondition(fieldsOf(wanted.lines))
  const mayRepeat = (method === 'GET' || method === 'HEAD') && !body
  for (let tries = mayRepeat ? 2 : 1; ; tries--) {
    const answer = await askOrigin(agent, wanted)
    if (answer.status !== 304 || isConditional || (tries === 1 && mayConfirm(answer, visitor))) return answer
    answer.body.resume()
    if (tries === 1) throw new OriginFailure('http_protocol_error')
  }
}

/** Whether a 304 may be about what the visitor has: not where it names a tag that the visitor doesn't. */
function mayConfirm({ fields, responseTime }: OriginAnswer, visitor: Fields): boolean {
  const { 'if-none-match': tags } = visitor
  if (tags === undefined || fields['etag'] === undefined) return hasCondition(visitor)
  return isNotModified({ 'if-none-match': tagsForOrigin(tags) }, { fields, responseTime })
}

function hasCondition(fields: Fields): boolean {
  return fields['if-none-match'] !== undefined || fields['if-modified-since'] !== undefined
}

/** Notes how an answer ended, once its body has: a body that breaks off is a failure (RFC 9112, section 8). */
function recordEnd({ body }: OriginAnswer, problem: string | null, record: (problem: string | null) => void): void {
  let broken: OriginProblem | undefined
  body.once('error', (error) => (broken = problemInBody(error)))
  body.once('close', () => record(problem ?? (broken === undefined ? null : originProblemName(broken))))
}

function problemInBody(error: Error): OriginProblem {
  const { problem } = failureFrom(error)
  return problem === 'connection_terminated' ? 'http_response_incomplete' : problem
}

/** What is wrong with an answer, as the cause of an incident; null if nothing is. */
function problemOf({ status }: OriginAnswer, method: string): string | null {
  // every server has to know these two (RFC 9110, section 9.1): others are the visitor's idea
  const isFailure = status >= 500 && (status !== 501 || method === 'GET' || method === 'HEAD')
  return isFailure ? `HTTP ${status}` : null
}

const whileAsking: ReadonlySet<OriginProblem> = new Set(['connection_terminated', 'http_response_timeout'])

/** Whether there may be no answer because the visitor hasn't sent the whole body. */
function mayBeVisitors({ problem }: OriginFailure, body: RequestBody | undefined): boolean {
  return body?.complete === false && whileAsking.has(problem)
}

/** The lines for the origin. The body keeps the framing that it came with (RFC 9112, section 6). */
function originRequestLines(
  { request, fields, method, site, scheme, sendContinue }: Exchange,
  address: string,
  asked: FieldLines,
): string[] {
  const { httpVersion, body } = request
  const lines = originLines({ method, lines: asked, fields, httpVersion, address, site, scheme })
  if (sendContinue && body) lines.push('Expect', '100-continue')
  const { 'content-length': length, 'transfer-encoding': coding } = fields
  if (coding !== undefined) lines.push('Transfer-Encoding', 'chunked')
  else if (length !== undefined) lines.push('Content-Length', length)
  // Node would announce a body where most methods have none
  else if (!/^(?:GET|HEAD|DELETE|OPTIONS)$/.test(method)) lines.push('Content-Length', '0')
  return lines
}

/** Passes on what the origin sends before its answer (RFC 9110, section 15.2), to those who can take it. */
function sendInterim({ request, response }: Exchange, status: number, lines: FieldLines): void {
  // nginx 1.22 waits for ever once it has got a 103
  if (request.isFromNginx || request.httpVersion === '1.0' || response.headersSent || response.destroyed) return
  // for whoever reads nothing, the answer is enough
  if (response.writableNeedDrain || lines.join('').length > visitorLimits.head) return
  if (status === 102) response.writeProcessing()
  if (status !== 103) return
  const hints = Object.create(null) as Record<string, string[]>
  for (const [name, value] of pairs(lines)) {
    const key = name.toLowerCase()
    const values = key === 'link' ? membersOf(value) : [value]
    hints[key] = [hints[key] ?? [], values].flat()
  }
  try {
    response.writeEarlyHints(hints)
  } catch {
    // a Link that Node can't read isn't worth more than the answer that follows
  }
}

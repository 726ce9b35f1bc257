import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FilterBudget } from '../../contract/filter-budget.ts'
import type { ActionName } from '../../contract/settings-actions.ts'
import type { Decision } from '../../contract/settings-filters.ts'
import { type FieldLines, type Fields, without } from '../cache/index.ts'
import type { ActionTimes } from '../control/action-times.ts'
import type { Scheme } from './cache-key.ts'
import type { Destination } from '../control/sites-table.ts'
import type { EdgeSite } from '../control/site.ts'
import type { Meter, VisitorConnection } from '../control/traffic.ts'
import type { Connection } from '../serve/connection.ts'
import type { Head } from '../serve/target.ts'
import { linesForNginx } from './to-nginx.ts'

/** What a visitor asks for: all that decides how the answer is kept. */
export interface VisitorRequest {
  readonly site: EdgeSite
  readonly scheme: Scheme
  /** Path and query, or `*`. */
  readonly target: string
  readonly fields: Fields
  /** What the settings' filters may still cost. */
  readonly budget: FilterBudget
}

/** A visitor's body as it comes: Node's message, or what came in HTTP/2. */
export interface RequestBody extends Readable {
  /** Whether all of it has arrived. */
  readonly complete: boolean
  readonly rawTrailers: string[]
}

/** A visitor's request as it was received. */
export interface ReceivedRequest {
  /** `1.0`, `1.1` or `2`. */
  readonly httpVersion: string
  readonly lines: FieldLines
  readonly socket: VisitorConnection
  /** Undefined where there is none (RFC 9112, section 6.3). */
  readonly body: RequestBody | undefined
  /** Whether it came through nginx, which counts it and may keep the answer. */
  readonly isFromNginx?: boolean
}

/** What an answer to a visitor is written to: what Node's server gives, the connection itself, or a stream of HTTP/2. */
export interface VisitorResponse {
  readonly headersSent: boolean
  readonly writableEnded: boolean
  readonly destroyed: boolean
  /** Whether the body goes in chunks, which trailers can follow. */
  readonly chunkedEncoding: boolean
  /** Whether what was written waits for the visitor to read. */
  readonly writableNeedDrain: boolean
  /** Bytes that were written and aren't sent, unless they are counted for the whole connection. */
  readonly writableLength: number
  /** Whether much waits on the visitor's connection, for this answer and others. */
  readonly isCrowded: boolean
  /** Bytes sent on the visitor's connection. */
  readonly sent: number
  writeProcessing(): void
  writeEarlyHints(hints: Record<string, string[]>): void
  writeHead(status: number, message: string, lines: string[]): unknown
  /** @returns whether more can be written before `drain` */
  write(chunk: Buffer): boolean
  addTrailers(lines: [string, string][]): void
  end(body?: Buffer): unknown
  destroy(): unknown
  /** The same, without sending what was written before. */
  breakOff(): void
  /** `finish` comes when everything has been sent, `close` at the latest when the visitor has left. */
  on(event: 'finish' | 'close' | 'drain', listener: () => void): unknown
  once(event: 'finish' | 'close' | 'drain', listener: () => void): unknown
  off(event: 'finish' | 'close' | 'drain', listener: () => void): unknown
}

/** A visitor's request and the answer to it. */
export interface Exchange extends VisitorRequest {
  readonly request: ReceivedRequest
  readonly response: VisitorResponse
  readonly method: string
  readonly address: Destination['address']
  readonly actionTimes: Pick<ActionTimes, 'record'>
  /** Undefined where the traffic isn't counted. */
  readonly meter: Meter | undefined
  /** Whether nginx may keep the answer, if it's one for everyone. */
  readonly nginxMayKeep: boolean
  /** Sends the 100 that the visitor waits for before sending the body. */
  readonly sendContinue: (() => void) | undefined
}

/** Whether an action applies to a visitor's request, as the site's settings say. */
export function acts(visit: VisitorRequest, action: ActionName): boolean {
  return decide(visit, action).acts
}

/** The same, with the entry of the settings that decides. */
export function decide({ site, target, fields, budget }: VisitorRequest, action: ActionName): Decision {
  return site.actions(action, { uri: target, header: (name) => fields[name], budget })
}

/** Notes that an action has acted for a visitor. */
export function recordAction({ actionTimes, site }: Pick<Exchange, 'actionTimes' | 'site'>, action: ActionName): void {
  actionTimes.record(site.id, action)
}

const robots: ReadonlySet<string> = new Set(['x-robots-tag'])

/** The lines of an answer, with what the preview address adds. */
export function sentLines({ address }: Pick<Exchange, 'address'>, lines: FieldLines): string[] {
  return address === 'preview' ? [...without(lines, robots), 'X-Robots-Tag', 'noindex'] : [...lines]
}

/**
 * Sends the head of an answer.
 * @param kept lines that let nginx keep it
 */
export function sendHead(
  exchange: Exchange,
  status: number,
  message: string,
  lines: FieldLines,
  kept?: FieldLines,
): void {
  const { response, request, sendContinue } = exchange
  const own = sentLines(exchange, lines)
  const sent = request.isFromNginx ? linesForNginx(own, kept) : own
  // the visitor won't send the body that it announced, so nothing more can be read from this connection
  if (sendContinue && !request.body?.readableDidRead) sent.push('Connection', 'close')
  response.writeHead(status, /[^\t\x20-\x7e\x80-\xff]/.test(message) ? '' : message, sent)
}

/** The head of a request, and the connection on which it came to the edge. */
export interface ReceivedHead extends Head {
  readonly socket: VisitorConnection
  readonly connection: Connection
}

export function receivedRequest(message: IncomingMessage, head: ReceivedHead, isFromNginx: boolean): ReceivedRequest {
  const { headers } = message
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const { httpVersion, rawHeaders: lines, socket } = head
  return { httpVersion, lines, socket, body: hasBody ? message : undefined, isFromNginx }
}

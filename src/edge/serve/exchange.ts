import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ActionName, Decision } from '../../contract/index.ts'
import { type FieldLines, type Fields, without } from '../cache/index.ts'
import type { ActionTimes } from '../control/action-times.ts'
import type { Destination } from '../control/sites-table.ts'
import type { EdgeSite } from '../control/site.ts'
import type { Meter } from '../control/traffic.ts'

/** What a visitor asks for: all that decides how the answer is kept. */
export interface VisitorRequest {
  readonly site: EdgeSite
  /** Path and query, or `*`. */
  readonly target: string
  readonly fields: Fields
}

/** A visitor's request and the answer to it. */
export interface Exchange extends VisitorRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly address: Destination['address']
  readonly actionTimes: Pick<ActionTimes, 'note'>
  /** Undefined where the traffic isn't counted. */
  readonly meter: Meter | undefined
  /** Whether the visitor waits for a 100 before sending the body. */
  readonly waitsForContinue: boolean
}

/** Whether an action applies to a visitor's request, as the site's settings say. */
export function acts(visit: VisitorRequest, action: ActionName): boolean {
  return decide(visit, action).acts
}

/** The same, with the entry of the settings that decides. */
export function decide({ site, target, fields }: VisitorRequest, action: ActionName): Decision {
  return site.actions(action, { uri: target, header: (name) => fields[name] })
}

/** Notes that an action has acted for a visitor. */
export function noteActed({ actionTimes, site }: Pick<Exchange, 'actionTimes' | 'site'>, action: ActionName): void {
  actionTimes.note(site.id, action)
}

const robots: ReadonlySet<string> = new Set(['x-robots-tag'])

/** The lines of an answer, with what the preview address adds. */
export function sentLines({ address }: Pick<Exchange, 'address'>, lines: FieldLines): string[] {
  return address === 'preview' ? [...without(lines, robots), 'X-Robots-Tag', 'noindex'] : [...lines]
}

/** Sends the head of an answer. */
export function sendHead(exchange: Exchange, status: number, message: string, lines: FieldLines): void {
  const { response, request, waitsForContinue } = exchange
  const sent = sentLines(exchange, lines)
  // the visitor won't send the body that it announced, so nothing more can be read from this connection
  if (waitsForContinue && !request.readableDidRead) sent.push('Connection', 'close')
  response.writeHead(status, /[^\t\x20-\x7e\x80-\xff]/.test(message) ? '' : message, sent)
}

/** Whether a request has a body (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

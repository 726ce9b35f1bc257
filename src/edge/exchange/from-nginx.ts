import type { IncomingMessage } from 'node:http'
import { type FieldLines, valueOf, without } from '../cache/index.ts'
import type { ReceivedHead } from './exchange.ts'

/** What nginx says about a visitor's request in lines of its own. */
export interface FromNginx extends Pick<ReceivedHead, 'socket' | 'connection'> {
  /** The visitor's own lines. */
  readonly lines: string[]
}

interface Visitor extends FromNginx {
  /** `1.0`, `1.1` or `2`; others are refused. */
  readonly httpVersion: string
  /** The target as it was sent, where nginx had to change it. */
  readonly target: string | undefined
}

const ofNginx: ReadonlySet<string> = new Set(['edge-visit', 'edge-target'])

/** Takes nginx's lines out of a request. Only what comes on its socket may be read so: it replaces a visitor's own. */
export function visitorIn(lines: FieldLines): Visitor {
  const [remoteAddress, scheme, protocol = '', servername] = (valueOf(lines, 'edge-visit') ?? '').split(' ')
  return {
    // nginx counts what it sends
    socket: { remoteAddress, bytesWritten: 0 },
    connection: { scheme: scheme === 'https' ? 'https' : 'http', servername: servername ? servername : undefined },
    httpVersion: protocol.replace(/^HTTP\/(?:(2)\.0)?/, '$1'),
    target: valueOf(lines, 'edge-target'),
    lines: without(lines, ofNginx),
  }
}

/** The head of a visitor's request as it reached nginx. */
export function headFromNginx({ method, url, rawHeaders }: IncomingMessage): ReceivedHead {
  const { httpVersion, target, lines, socket, connection } = visitorIn(rawHeaders)
  return { httpVersion, method, url: target ?? url, rawHeaders: lines, socket, connection }
}

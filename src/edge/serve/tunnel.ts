import type { Duplex } from 'node:stream'
import { bounds } from '../../service/bounds.ts'
import { type Fields, endToEnd } from '../cache/index.ts'
import type { Scheme } from '../control/key.ts'
import type { EdgeSite } from '../control/site.ts'
import { failureFrom } from '../origin/dial.ts'
import { open } from '../origin/ask.ts'
import { originLines } from '../origin/request-lines.ts'
import type { Meter } from '../control/traffic.ts'
import { breakOff, headOf, refuse } from './break-off.ts'
import type { ReceivedHead } from './exchange.ts'
import type { Parts } from './parts.ts'

interface Upgrade {
  readonly request: ReceivedHead
  readonly socket: Duplex
  /** What the visitor sent after the head. */
  readonly head: Buffer
  readonly fields: Fields
  readonly scheme: Scheme
  readonly target: string
  readonly site: EdgeSite
  readonly meter: Meter | undefined
}

/** Forwards a request to change the protocol (RFC 9110, section 7.8), and then everything both sides send. */
export function tunnel(upgrade: Upgrade, parts: Parts): Promise<void> {
  const { request, socket, head, fields, scheme, target, site, meter } = upgrade
  const { promise, resolve } = Promise.withResolvers<void>()
  const lines = [
    ...originLines({
      method: request.method ?? 'GET',
      lines: request.rawHeaders,
      fields,
      httpVersion: request.httpVersion,
      address: parts.clientAddress(request.socket.remoteAddress, fields['x-forwarded-for'] ?? null),
      host: site.host,
      scheme,
    }),
    'Connection',
    'Upgrade',
    'Upgrade',
    fields['upgrade'] ?? '',
  ]
  const asked = open(parts.agent, {
    origin: site.origin,
    method: request.method ?? 'GET',
    target,
    lines,
    onSocket: (origin) => meter?.asked(origin),
  })
  asked.setTimeout(60_000, () => asked.destroy())
  socket.once('close', () => asked.destroy())
  asked.once('upgrade', (answer, origin, rest) => {
    asked.setTimeout(0)
    const kept = endToEnd(answer.rawHeaders, {})
    const upgraded = answer.headers.upgrade ?? fields['upgrade'] ?? ''
    socket.write(headOf(101, answer.statusMessage ?? '', [...kept, 'Connection', 'Upgrade', 'Upgrade', upgraded]))
    if (rest.length > 0) socket.write(rest)
    if (head.length > 0) origin.write(head)
    for (const [side, other] of [
      [socket, origin],
      [origin, socket],
    ] as const) {
      if ('setTimeout' in side && typeof side.setTimeout === 'function')
        side.setTimeout(bounds.visitor.tunnel, () => side.destroy())
      side.pipe(other)
      side.once('error', () => other.destroy())
      side.once('close', () => other.destroy())
    }
    origin.once('close', resolve)
  })
  let isAnswered = false
  asked.once('response', (answer) => {
    isAnswered = true
    // the origin stays with HTTP: its answer ends the connection, because nothing follows an upgrade request
    const kept = endToEnd(answer.rawHeaders, {})
    socket.write(headOf(answer.statusCode ?? 502, answer.statusMessage ?? '', [...kept, 'Connection', 'close']))
    answer.pipe(socket)
    answer.once('error', () => breakOff(socket))
    answer.once('close', resolve)
  })
  asked.once('error', (error) => {
    if (isAnswered) breakOff(socket)
    else if (!socket.destroyed) refuse(socket, failureFrom(error).status)
    resolve()
  })
  asked.end()
  return promise
}

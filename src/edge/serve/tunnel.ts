import type { Socket } from 'node:net'
import { visitorLimits } from './limits.ts'
import { endToEnd, type Fields, fieldsOf } from '../cache/index.ts'
import type { Scheme } from '../exchange/cache-key.ts'
import type { EdgeSite } from '../control/site.ts'
import { askToUpgrade, type Upgraded } from '../origin/ask.ts'
import { failureFrom } from '../origin/dial.ts'
import { originLines } from '../origin/request-lines.ts'
import type { Meter } from '../control/traffic.ts'
import { shareOf } from './ask-origin.ts'
import { headOf, refuse } from './break-off.ts'
import type { ReceivedHead } from '../exchange/exchange.ts'
import { Feed } from './feed.ts'
import type { EdgeContext } from './edge-context.ts'
import { PlainResponse } from './plain-response.ts'
import { relay } from './relay.ts'

interface Upgrade {
  readonly request: ReceivedHead
  readonly socket: Socket
  /** Bytes that the visitor sent after the head. */
  readonly head: Buffer
  readonly fields: Fields
  readonly scheme: Scheme
  readonly target: string
  readonly site: EdgeSite
  readonly meter: Meter | undefined
}

/** Forwards a request to change the protocol (RFC 9110, section 7.8), and then everything both sides send. */
export async function tunnel(upgrade: Upgrade, context: EdgeContext): Promise<void> {
  const { request, socket, fields, scheme, target, site, meter } = upgrade
  const { httpVersion, rawHeaders, method = 'GET' } = request
  const address = context.clientAddress(request.socket.remoteAddress, fields['x-forwarded-for'] ?? null)
  const lines = originLines({ method, lines: rawHeaders, fields, httpVersion, address, site, scheme })
  const left = new AbortController()
  socket.once('close', () => left.abort())
  let giveBack = () => {}
  try {
    giveBack = await context.shares.take(shareOf(site, address), left.signal)
    const answer = await askToUpgrade(context.agent, {
      origin: site.origin,
      method,
      target,
      lines: [...lines, 'Connection', 'Upgrade', 'Upgrade', fields['upgrade'] ?? ''],
      onSocket: (origin) => meter?.asked(origin),
      signal: left.signal,
    })
    if ('origin' in answer) {
      // it's no longer one of the connections that visitors share
      giveBack()
      await join(upgrade, answer)
      return
    }
    // the origin stays with HTTP: its answer ends the connection, because nothing follows an upgrade request
    const response = new PlainResponse(socket)
    const kept = endToEnd(answer.lines, answer.fields)
    response.writeHead(answer.status, answer.message, [...kept, 'Connection', 'close'])
    await relay(answer.body, new Feed(response, context))
  } catch (error) {
    if (!socket.destroyed) refuse(socket, failureFrom(error).status)
  } finally {
    giveBack()
  }
}

/** Passes on what both sides send, until one of them ends. */
function join({ socket, head, fields }: Upgrade, { message, lines, origin, rest }: Upgraded): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const answered = fieldsOf(lines)
  const upgraded = ['Connection', 'Upgrade', 'Upgrade', answered['upgrade'] ?? fields['upgrade'] ?? '']
  socket.write(headOf(101, message, [...endToEnd(lines, answered), ...upgraded]))
  if (rest.length > 0) socket.write(rest)
  if (head.length > 0) origin.write(head)
  for (const [side, other] of [
    [socket, origin],
    [origin, socket],
  ] as const) {
    side.setTimeout(visitorLimits.tunnel, () => side.destroy())
    side.pipe(other)
    side.once('error', () => other.destroy())
    side.once('close', () => other.destroy())
  }
  origin.once('close', resolve)
  return promise
}

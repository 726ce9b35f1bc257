import type { ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { ActionName } from '../../contract/settings-actions.ts'
import { visitorLimits } from './limits.ts'
import { ageOf, type Entry, textOf, usabilityOf } from '../cache/index.ts'
import { addressOf } from '../exchange/cache-key.ts'
import { normalizedCodings } from '../optimize/codings.ts'
import { storedTarget } from '../optimize/ignored-parameters.ts'
import { imageFor } from '../optimize/images.ts'
import type { Backlog, Waiting } from './backlog.ts'
import { breakOff } from './break-off.ts'
import { cacheStatus } from './cache-status.ts'
import { hit, lookUp, missingForm } from './serve-cached.ts'
import { acts, type Exchange, sentLines, type VisitorRequest } from '../exchange/exchange.ts'
import { type Http2Fields, http2Fields } from './http2-response.ts'
import type { EdgeContext } from './edge-context.ts'
import type { PlainRequest } from './plain-request.ts'
import { httpsAddress } from './redirect.ts'
import { keptAlive } from './plain-response.ts'
import type { Found } from './serve-site.ts'
import { isNotModified, storedAnswer } from './stored-answer.ts'

/** What a plain request is for, as its head says. */
export type PlainFound = Found & Pick<PlainRequest, 'fields'>

/**
 * Answers a plain request if that takes no more than sending what is stored, fresh and ready.
 * @returns whether it did
 */
export function answerQuickly(socket: Socket, found: PlainFound, context: EdgeContext): boolean {
  const ready = readyAnswer(found, context)
  if (!ready) return false
  const { head, body } = ready.prepared
  const text = `${head}Age: ${ready.age}\r\nCache-Status: ${ready.status}\r\n\r\n`
  const bytes = Buffer.allocUnsafe(text.length + body.length)
  bytes.write(text, 'latin1')
  body.copy(bytes, text.length)
  if (!socket.write(bytes) && socket.writableLength > 0) countUnsent(socket, context.backlog)
  ready.record(bytes.length)
  return true
}

/** The same in HTTP/2. */
export function answerQuicklyInHttp2(stream: ServerHttp2Stream, found: PlainFound, context: EdgeContext): boolean {
  const ready = readyAnswer(found, context)
  if (!ready) return false
  const { http2, body } = ready.prepared
  stream.respond([...http2.fields, 'age', String(ready.age), 'cache-status', ready.status], {
    endStream: body.length === 0,
  })
  if (body.length > 0) stream.end(body)
  ready.record(http2.size + body.length)
  return true
}

/** Counts an answer until its connection has sent it. */
function countUnsent(socket: Socket, backlog: Backlog): void {
  const waiting: Waiting = {
    get sent() {
      return socket.bytesWritten - socket.writableLength
    },
    drop() {
      over()
      breakOff(socket)
    },
  }
  const over = () => {
    socket.off('drain', over).off('close', over)
    backlog.set(waiting, 0)
  }
  socket.once('drain', over).once('close', over)
  backlog.set(waiting, socket.writableLength)
}

interface Ready {
  readonly prepared: Prepared
  /** Seconds. */
  readonly age: number
  /** For Cache-Status. */
  readonly status: string
  /** Counts the answer, once it's sent. */
  readonly record: (bytes: number) => void
}

/** The answer to a plain request, if it's ready. */
function readyAnswer(found: PlainFound, context: EdgeContext): Ready | undefined {
  const { site, address, handling, fields, scheme, target, budget } = found
  if (handling.does !== 'optimize' || address === 'counterpart' || target.startsWith('/.well-known/')) return undefined
  if (!acts(found, 'cache')) return undefined
  const accepted = fields['accept-encoding']
  if (accepted !== undefined) fields['accept-encoding'] = normalizedCodings(accepted)
  const visit = { site, scheme, target, address, fields, budget }
  if (httpsAddress(visit, context) !== undefined) return undefined
  const stored = storedTarget(visit, target)
  const { entry } = lookUp(visit, context, addressOf(site.id, stored, scheme))
  const now = Date.now()
  if (!entry || usabilityOf(entry.lifetime, entry.responseTime, now) !== 'fresh') return undefined
  const prepared = preparedFor(visit, entry)
  return (
    prepared && {
      prepared,
      age: Math.floor(ageOf(entry.lifetime, entry.responseTime, now) / 1000),
      status: cacheStatus(hit(entry, now, false)),
      record(bytes) {
        if (handling.counted) context.traffic.countHit(site.id, bytes)
        for (const action of prepared.acted) context.actionTimes.record(site.id, action)
        if (stored !== target) context.actionTimes.record(site.id, 'ignoredParameters')
      },
    }
  )
}

type Visit = VisitorRequest & Pick<Exchange, 'address'>

/** An answer from a stored response, ready to be sent but for the lines that change with the time. */
interface Prepared {
  /** In HTTP/1.1. */
  readonly head: string
  readonly http2: Http2Fields
  readonly body: Buffer
  /** The actions that act when it's sent. */
  readonly acted: readonly ActionName[]
}

const preparedAnswers = new WeakMap<Entry, Map<string, Prepared>>()
const nothing = Buffer.alloc(0)

/** Undefined if work remains, or if the body is so large that the shortcut saves nothing. */
function preparedFor(visit: Visit, entry: Entry): Prepared | undefined {
  const { address, fields } = visit
  const hasImages = acts(visit, 'images')
  // everything that an answer depends on
  const key = [
    address,
    isNotModified(visit, entry),
    acts(visit, 'compression') && fields['accept-encoding'],
    hasImages && imageFor(entry, fields['accept']),
    acts(visit, 'speculation'),
  ].join('|')
  const known = preparedAnswers.get(entry)?.get(key)
  if (known) return known
  const { coding, format } = missingForm(visit, entry)
  if (coding !== undefined || format !== undefined || entry.body.length > visitorLimits.plainBody) return undefined
  const made = prepare(visit, entry)
  if (!made) return undefined
  const others = [...(preparedAnswers.get(entry) ?? [])].slice(1 - visitorLimits.prepared)
  preparedAnswers.set(entry, new Map([...others, [key, made]]))
  return made
}

function prepare(visit: Visit, entry: Entry): Prepared | undefined {
  const acted: ActionName[] = []
  const actionTimes = { record: (_: string, action: ActionName) => void acted.push(action) }
  const { status, lines, body = nothing } = storedAnswer({ ...visit, method: 'GET', actionTimes }, entry)
  const sent = sentLines(visit, lines)
  const text = textOf(sent)
  if (text === undefined) return undefined
  return { head: `HTTP/1.1 ${status} \r\n${text}${keptAlive}`, http2: http2Fields(status, sent), body, acted }
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ActionName } from '../../contract/settings-actions.ts'
import { visitorHandling } from '../../contract/states.ts'
import { bounds } from '../../service/bounds.ts'
import { ageOf, cacheStatus, type Entry, usabilityOf } from '../cache/index.ts'
import { addressOf } from '../control/key.ts'
import { normalizedCodings } from '../optimize/codings.ts'
import { storedTarget } from '../optimize/ignored-parameters.ts'
import { imageFor } from '../optimize/images.ts'
import { hit, lookUp, missingForm } from './cached.ts'
import { acts, type Exchange, sentLines, type VisitorRequest } from './exchange.ts'
import type { Parts } from './parts.ts'
import { type PlainRequest, plainRequest } from './plain-request.ts'
import { isNotModified, storedAnswer } from './stored-answer.ts'

/**
 * Answers plain requests for fresh stored responses straight on their connection, at a quarter of the CPU time: most of
 * what Node's server does for a request is of no use to one that has its answer. Everything else goes to Node's server
 * untouched, and so does the first request of a connection, with which its time-outs begin.
 */
export function answerQuickHits(server: Server, parts: Parts): void {
  const onAnswered = new WeakMap<Socket, () => void>()
  server.on('request', ({ socket }, response) => {
    const ready = onAnswered.get(socket)
    if (ready) response.once('finish', ready)
  })
  server.on('connection', (socket: Socket) => {
    const [toServer, ...others] = socket.listeners('data')
    if (!toServer || others.length > 0) return
    /** Whether Node's server has been given a request of this connection that isn't answered yet. */
    let isBusy = false
    let isFirst = true
    onAnswered.set(socket, () => (isBusy = false))
    const take = (bytes: Buffer) => {
      // what follows before the answer, or isn't exactly one request, leaves Node's parser somewhere in between
      const isNext = !isBusy && socket.writableLength === 0 && server.listening
      const request = isNext ? plainRequest(bytes) : undefined
      if (!request) {
        onAnswered.delete(socket)
        socket.off('data', take)
        socket.on('data', toServer as (bytes: Buffer) => void)
      } else {
        if (!isFirst && answered(socket, request, parts)) return
        isFirst = false
        isBusy = true
      }
      toServer.call(socket, bytes)
    }
    socket.off('data', toServer as (bytes: Buffer) => void)
    socket.on('data', take)
  })
}

/** Answers a request if that takes no more than sending what is stored. @returns whether it did */
function answered(socket: Socket, { hostname, target, fields }: PlainRequest, parts: Parts): boolean {
  const found = parts.sites.find(hostname)
  if (!found || target.startsWith('/.well-known/')) return false
  const { site, address } = found
  const { does, counted } = visitorHandling[site.state][address]
  if (does !== 'optimize' || !acts({ site, target, fields }, 'cache')) return false

  const accepted = fields['accept-encoding']
  if (accepted !== undefined) fields['accept-encoding'] = normalizedCodings(accepted)
  const visit = { site, target, address, fields }
  const stored = storedTarget(visit, target)
  const { entry } = lookUp(visit, parts, addressOf(site.id, stored))
  const now = Date.now()
  if (!entry || usabilityOf(entry.lifetime, entry.responseTime, now) !== 'fresh') return false
  const prepared = preparedFor(visit, entry)
  if (!prepared) return false

  const { head, body, acted } = prepared
  const age = Math.floor(ageOf(entry.lifetime, entry.responseTime, now) / 1000)
  const text = `${head}Age: ${age}\r\nCache-Status: ${cacheStatus(hit(entry, now, false))}\r\n\r\n`
  const bytes = Buffer.allocUnsafe(text.length + body.length)
  bytes.write(text, 'latin1')
  body.copy(bytes, text.length)
  socket.write(bytes)
  if (counted) parts.traffic.countHit(site.id, bytes.length)
  for (const action of acted) parts.actionTimes.note(site.id, action)
  if (stored !== target) parts.actionTimes.note(site.id, 'ignoredParameters')
  return true
}

type Visit = VisitorRequest & Pick<Exchange, 'address'>

/** An answer from a stored response, ready to be sent but for the lines that change with the time. */
interface Prepared {
  readonly head: string
  readonly body: Buffer
  /** The actions that act when it's sent. */
  readonly acted: readonly ActionName[]
}

const preparedAnswers = new WeakMap<Entry, Map<string, Prepared>>()
const nothing = Buffer.alloc(0)

/** Undefined where more than sending is to do, or the way matters little beside the bytes. */
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
  if (coding !== undefined || format !== undefined || entry.body.length > bounds.visitor.plainBody) return undefined
  const made = prepare(visit, entry)
  const others = [...(preparedAnswers.get(entry) ?? [])].slice(1 - bounds.visitor.prepared)
  preparedAnswers.set(entry, new Map([...others, [key, made]]))
  return made
}

function prepare(visit: Visit, entry: Entry): Prepared {
  const acted: ActionName[] = []
  const actionTimes = { note: (_: string, action: ActionName) => void acted.push(action) }
  const { status, lines, body = nothing } = storedAnswer({ ...visit, method: 'GET', actionTimes }, entry)
  const text = sentLines(visit, lines).map((part, i) => (i % 2 === 0 ? `${part}: ` : `${part}\r\n`))
  // as Node's server says it
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${bounds.visitor.idle / 1000}\r\n`
  return { head: `HTTP/1.1 ${status} \r\n${text.join('')}${connection}`, body, acted }
}

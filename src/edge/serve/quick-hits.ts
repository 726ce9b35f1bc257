import type { Socket } from 'node:net'
import type { ActionName } from '../../contract/settings-actions.ts'
import { bounds } from '../../service/bounds.ts'
import { ageOf, type Entry, textOf, usabilityOf } from '../cache/index.ts'
import { addressOf } from '../control/key.ts'
import { normalizedCodings } from '../optimize/codings.ts'
import { storedTarget } from '../optimize/ignored-parameters.ts'
import { imageFor } from '../optimize/images.ts'
import { cacheStatus } from './cache-status.ts'
import { hit, lookUp, missingForm } from './cached.ts'
import { acts, type Exchange, sentLines, type VisitorRequest } from './exchange.ts'
import type { Parts } from './parts.ts'
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
export function answerQuickly(
  socket: Socket,
  { site, address, handling, fields, scheme, target }: PlainFound,
  parts: Parts,
): boolean {
  if (handling.does !== 'optimize' || target.startsWith('/.well-known/')) return false
  if (!acts({ site, scheme, target, fields }, 'cache')) return false
  const accepted = fields['accept-encoding']
  if (accepted !== undefined) fields['accept-encoding'] = normalizedCodings(accepted)
  const visit = { site, scheme, target, address, fields }
  if (httpsAddress(visit, parts) !== undefined) return false
  const stored = storedTarget(visit, target)
  const { entry } = lookUp(visit, parts, addressOf(site.id, stored, scheme))
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
  if (handling.counted) parts.traffic.countHit(site.id, bytes.length)
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
  if (!made) return undefined
  const others = [...(preparedAnswers.get(entry) ?? [])].slice(1 - bounds.visitor.prepared)
  preparedAnswers.set(entry, new Map([...others, [key, made]]))
  return made
}

function prepare(visit: Visit, entry: Entry): Prepared | undefined {
  const acted: ActionName[] = []
  const actionTimes = { note: (_: string, action: ActionName) => void acted.push(action) }
  const { status, lines, body = nothing } = storedAnswer({ ...visit, method: 'GET', actionTimes }, entry)
  const text = textOf(sentLines(visit, lines))
  return text === undefined ? undefined : { head: `HTTP/1.1 ${status} \r\n${text}${keptAlive}`, body, acted }
}

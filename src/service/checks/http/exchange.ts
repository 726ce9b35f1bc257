import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { X509Certificate } from 'node:crypto'
import type { RequestRecord } from '../../../contract/index.ts'
import { httpCheckLimits } from './limits.ts'
import { cut } from '../cut.ts'
import { type Dial, Failure, reason } from '../../../shared/guard/index.ts'
import { requestTarget } from '../../../shared/request-target.ts'
import { certificateEnd } from '../certificate-path.ts'
import { encrypt } from '../encrypt.ts'
import { ms } from '../metrics.ts'
import type { CertificateEnd } from '../probe.ts'
import type { ByteStream } from '../throttle/stream-pair.ts'
import { type Head, MalformedResponse, redirectOf, valuesOf } from './response-head.ts'
import { ResponseReader } from './response-reader.ts'

export interface Message {
  readonly url: URL
  readonly method: string
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly body: string | null
}

export interface ExchangeOptions {
  readonly dial: Dial<ByteStream>
  /** How much of a body is read. */
  readonly maxBytes: number
  /** Certificate authorities (PEM) instead of Node's. */
  readonly ca?: string | undefined
  /** Called when a response begins. */
  readonly onAnswer?: (() => void) | undefined
  /** Called as soon as a step is done: once connected, encrypted, answered, and once the body is read. */
  readonly onStep: () => void
}

export interface ResponseSummary {
  readonly status: number
  readonly headers: { readonly name: string; readonly value: string }[]
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[]
  /** Where it redirects; its body isn't read then. */
  readonly location: string | undefined
  /** The body was longer than `maxBytes`. */
  readonly truncated: boolean
  /** The one that ends first; null without a secure connection. */
  readonly certificate: CertificateEnd | null
}

/**
 * Sends one message over a new connection and fills `record` as it goes, so that a failure keeps what was measured before
 * it. Phases are durations in ms; `start` and `end` count from `origin` (`performance.now()`).
 * @throws {Failure} if there is no response; the signal's reason if it is aborted
 */
export async function exchange(
  message: Message,
  record: RequestRecord,
  origin: number,
  options: ExchangeOptions,
  signal: AbortSignal,
): Promise<ResponseSummary> {
  const { url } = message
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const connection = await options.dial(host, Number(url.port) || (secure ? 443 : 80), signal)
  record.dns = connection.dns === null ? null : ms(connection.dns)
  record.connect = ms(connection.connect)
  options.onStep()
  const abort = () => connection.socket.destroy()
  signal.addEventListener('abort', abort, { once: true })
  let socket = connection.socket
  let certificate: X509Certificate | undefined
  try {
    if (secure) {
      const began = performance.now()
      const secured = await encrypt(connection.socket, host, options.ca ? { ca: options.ca } : {})
      record.tls = ms(performance.now() - began)
      options.onStep()
      socket = secured
      certificate = secured.getPeerX509Certificate()
    }
    const response = await requestAndRead(socket, message, record, origin, options)
    return { ...response, certificate: certificate ? certificateEnd(certificate, host, options.ca) : null }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    socket.destroy()
    connection.socket.destroy()
  }
}

async function requestAndRead(
  socket: ByteStream,
  message: Message,
  record: RequestRecord,
  origin: number,
  options: ExchangeOptions,
): Promise<Omit<ResponseSummary, 'certificate'>> {
  const request = bytesOf(message)
  const sent = performance.now()
  const readBefore = socket.bytesRead
  let answered = sent
  let location: string | undefined
  const received = receive(socket, message, options.maxBytes, (head) => {
    answered = performance.now()
    options.onStep()
    options.onAnswer?.()
    record.status = head.status || null
    record.protocol = `http/${head.version}`
    record.wait = ms(answered - sent)
    record.end = ms(answered - origin)
    record.bytes = socket.bytesRead - readBefore
    location = redirectOf(head)
    return location === undefined
  })
  socket.write(request)
  const { head, truncated, bytes } = await received
  const ended = performance.now()
  options.onStep()
  record.receive = ms(ended - answered)
  record.end = ms(ended - origin)
  record.bytes = bytes
  return { status: head.status, headers: keptFields(head), cookies: valuesOf(head, 'set-cookie'), location, truncated }
}

/** @throws if a header can't be sent */
function bytesOf({ url, method, headers, body }: Message): Buffer {
  const length = body !== null ? Buffer.byteLength(body) : method === 'POST' || method === 'PUT' ? 0 : null
  const lines = [
    ['host', headers.get('host')?.at(-1) ?? url.host],
    ...[...headers].flatMap(([name, values]) => {
      if (name === 'host') return []
      return name === 'cookie' ? [[name, values.join('; ')]] : values.map((value) => [name, value])
    }),
    ['connection', 'close'],
    ...(length === null ? [] : [['content-length', String(length)]]),
  ].map(([name = '', value = '']) => {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return `${name}: ${value}\r\n`
  })
  const head = `${method} ${requestTarget(url)} HTTP/1.1\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body ?? '')])
}

interface Received {
  readonly head: Head
  readonly truncated: boolean
  readonly bytes: number
}

/** @param onHead called as soon as the head is there; says whether the body is wanted */
function receive(
  socket: ByteStream,
  { method, url }: Message,
  maxBytes: number,
  onHead: (head: Head) => boolean,
): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const reader = new ResponseReader({ method, url })
  const readBefore = socket.bytesRead
  let wantsBody: boolean | undefined
  const read = (step: () => boolean) => {
    let isOver = false
    let problem: unknown
    try {
      isOver = step()
    } catch (error) {
      problem = error
    }
    const { head } = reader
    if (head) wantsBody ??= onHead(head)
    const bytes = socket.bytesRead - readBefore
    const truncated = wantsBody === true && !isOver && bytes > maxBytes
    if (problem !== undefined && wantsBody !== false) fail(problem)
    else if (head && (isOver || truncated || wantsBody === false)) {
      socket.pause()
      resolve({ head, truncated, bytes })
    }
  }
  const fail = (error: unknown) => {
    const why = error instanceof MalformedResponse ? `the response ${error.message}` : reason(error)
    reject(new Failure('no-answer', `${url.host} did not send a complete response: ${why}.`, { cause: error }))
  }
  socket.on('data', (bytes: Buffer) => read(() => reader.push(bytes)))
  const end = () =>
    read(() => {
      reader.end()
      return true
    })
  socket.once('end', end)
  socket.on('error', fail)
  socket.once('close', () => fail(new Error('the server closed the connection')))
  return promise
}

function keptFields({ fields }: Head): { name: string; value: string }[] {
  return fields
    .slice(0, httpCheckLimits.headerCount)
    .map(({ name, value }) => ({ name, value: cut(value, httpCheckLimits.header) }))
}

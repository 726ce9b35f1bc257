import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { RequestRecord } from '../../../contract/index.ts'
import { bounds } from '../../bounds.ts'
import { cut } from '../../cut.ts'
import { type Dial, errorCode, Failure, reason } from '../../guard/index.ts'
import { ms } from '../metrics.ts'
import type { ByteStream } from '../throttle/stream-pair.ts'

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
  /** Whether to read a response's body; a redirect's headers are enough. */
  readonly wantsBody: (response: IncomingMessage) => boolean
  /** Called when a response begins. */
  readonly onAnswer?: (() => void) | undefined
  /** Called as soon as a step is done: once connected, encrypted, answered, and once the body is read. */
  readonly onStep: () => void
}

export interface ResponseSummary {
  readonly status: number
  readonly headers: { readonly name: string; readonly value: string }[]
  readonly location: string | undefined
  /** The body was longer than `maxBytes`. */
  readonly truncated: boolean
  /** When the server's certificate ends, UNIX ms; null without a secure connection. */
  readonly certificateEnds: number | null
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
  let certificateEnds: number | null = null
  try {
    if (secure) {
      const began = performance.now()
      const secured = await encrypt(connection.socket, host, options.ca)
      record.tls = ms(performance.now() - began)
      options.onStep()
      socket = secured
      certificateEnds = secured.getPeerX509Certificate()?.validToDate.getTime() ?? null
    }
    return { ...(await requestAndRead(socket, message, record, origin, options)), certificateEnds }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    socket.destroy()
    connection.socket.destroy()
  }
}

function encrypt(socket: ByteStream, host: string, ca: string | undefined): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>()
  const secured = connectTls({
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca ? { ca } : {}),
  })
  secured.once('secureConnect', () => resolve(secured))
  secured.on('error', (error) =>
    reject(new Failure('tls-failed', `No secure connection to ${host}: ${reason(error)}.`, { cause: error })),
  )
  secured.once('close', () =>
    reject(new Failure('tls-failed', `No secure connection to ${host}: the connection was closed.`)),
  )
  return promise
}

async function requestAndRead(
  socket: ByteStream,
  message: Message,
  record: RequestRecord,
  origin: number,
  options: ExchangeOptions,
): Promise<Omit<ResponseSummary, 'certificateEnds'>> {
  const sent = performance.now()
  const readBefore = socket.bytesRead
  const response = await responseTo(send(socket, message), message.url)
  const answered = performance.now()
  options.onStep()
  options.onAnswer?.()
  record.status = response.statusCode ?? null
  record.protocol = `http/${response.httpVersion}`
  record.wait = ms(answered - sent)
  record.end = ms(answered - origin)
  record.bytes = socket.bytesRead - readBefore
  const truncated = options.wantsBody(response)
    ? await readBody(response, socket, readBefore, message.url, options.maxBytes)
    : false
  const ended = performance.now()
  options.onStep()
  record.receive = ms(ended - answered)
  record.end = ms(ended - origin)
  record.bytes = socket.bytesRead - readBefore
  return {
    status: response.statusCode ?? 0,
    headers: headerPairs(response.rawHeaders),
    location: response.headers.location,
    truncated,
  }
}

function send(socket: ByteStream, { url, method, headers, body }: Message): ClientRequest {
  const options: RequestOptions = {
    createConnection: () => socket,
    host: url.hostname,
    path: url.pathname + url.search,
    method,
    setDefaultHeaders: false,
    maxHeaderSize: bounds.check.headers,
  }
  const sent = request(options)
  sent.setHeader('host', headers.get('host')?.at(-1) ?? url.host)
  for (const [name, values] of headers) {
    const [only] = values
    if (name !== 'host' && only !== undefined) sent.setHeader(name, values.length === 1 ? only : values)
  }
  sent.setHeader('connection', 'close')
  if (body !== null) sent.setHeader('content-length', Buffer.byteLength(body))
  else if (method === 'POST' || method === 'PUT') sent.setHeader('content-length', 0)
  // as bytes: with a text body, Node would encode the headers as it does the body
  sent.end(body === null ? undefined : Buffer.from(body))
  return sent
}

function responseTo(sent: ClientRequest, url: URL): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  sent.once('response', resolve)
  sent.on('error', (error) => reject(noAnswer(error, url)))
  // without a listener Node closes the socket and reports nothing
  sent.once('upgrade', () => reject(new Failure('no-answer', `${url.host} switched to a protocol other than HTTP.`)))
  return promise
}

async function readBody(
  response: IncomingMessage,
  socket: ByteStream,
  readBefore: number,
  url: URL,
  maxBytes: number,
): Promise<boolean> {
  try {
    let truncated = false
    response.on('data', () => {
      truncated = socket.bytesRead - readBefore > maxBytes
      if (truncated) response.destroy()
    })
    // a throttled connection may have broken in the very turn in which the response began
    if (!response.closed) await once(response, 'close')
    if (!truncated && !response.complete) throw response.errored ?? new Error('the server closed the connection')
    return truncated
  } catch (error) {
    throw noAnswer(error, url)
  }
}

function noAnswer(error: unknown, url: URL): Failure {
  const isMalformed = errorCode(error)?.startsWith('HPE_')
  const why = isMalformed ? 'the response is not valid HTTP' : reason(error)
  return new Failure('no-answer', `${url.host} did not send a complete response: ${why}.`, { cause: error })
}

function headerPairs(raw: readonly string[]): { name: string; value: string }[] {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [{ name, value: cut(raw[i + 1] ?? '', bounds.check.header) }] : []))
}

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { type Socket, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { RequestRecord } from '../../../contract/index.ts'
import type { Dial } from '../dial.ts'
import { Failure, errorCode, reason } from '../failure.ts'
import { ms } from '../metrics.ts'

export interface Message {
  readonly url: URL
  readonly method: string
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly body: string | null
}

export interface ExchangeOptions {
  readonly dial: Dial
  /** A body is read up to here. */
  readonly mostBytes: number
  /** Certificate authorities (PEM) in place of the well-known ones. */
  readonly ca?: string | undefined
  /** Whether an answer's body is read; its head alone is enough where it only leads on. */
  readonly wantsBody: (answer: IncomingMessage) => boolean
}

export interface Answer {
  readonly status: number
  readonly headers: { readonly name: string; readonly value: string }[]
  readonly location: string | undefined
  /** The body went on beyond `mostBytes`. */
  readonly truncated: boolean
}

/**
 * Sends one message over a connection of its own and fills `record` as it goes, so that a failure leaves behind what was
 * measured before it. Phases are durations in ms; `start` and `end` count from `origin` (`performance.now()`).
 * @throws {Failure} where there is no answer; the signal's reason where it is aborted
 */
export async function exchange(
  message: Message,
  record: RequestRecord,
  origin: number,
  options: ExchangeOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const { url } = message
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const connection = await options.dial(host, Number(url.port) || (secure ? 443 : 80), signal)
  record.dns = connection.dns === null ? null : ms(connection.dns)
  record.connect = ms(connection.connect)
  const cut = () => connection.socket.destroy()
  signal.addEventListener('abort', cut, { once: true })
  let socket = connection.socket
  try {
    if (secure) {
      const began = performance.now()
      socket = await encrypt(socket, host, options.ca)
      record.tls = ms(performance.now() - began)
    }
    return await talk(socket, message, record, origin, options)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', cut)
    socket.destroy()
    connection.socket.destroy()
  }
}

function encrypt(socket: Socket, host: string, ca: string | undefined): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
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

async function talk(
  socket: Socket,
  message: Message,
  record: RequestRecord,
  origin: number,
  options: ExchangeOptions,
): Promise<Answer> {
  const sent = performance.now()
  const readBefore = socket.bytesRead
  const answer = await head(send(socket, message), message.url)
  const answered = performance.now()
  record.status = answer.statusCode ?? null
  record.protocol = `http/${answer.httpVersion}`
  record.wait = ms(answered - sent)
  record.end = ms(answered - origin)
  record.bytes = socket.bytesRead - readBefore
  const truncated = options.wantsBody(answer)
    ? await readBody(answer, socket, readBefore, message.url, options.mostBytes)
    : false
  const ended = performance.now()
  record.receive = ms(ended - answered)
  record.end = ms(ended - origin)
  record.bytes = socket.bytesRead - readBefore
  return {
    status: answer.statusCode ?? 0,
    headers: pairs(answer.rawHeaders),
    location: answer.headers.location,
    truncated,
  }
}

function send(socket: Socket, { url, method, headers, body }: Message): ClientRequest {
  const options: RequestOptions = {
    createConnection: () => socket,
    host: url.hostname,
    path: url.pathname + url.search,
    method,
    setDefaultHeaders: false,
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
  // As bytes: Node would write the head in the encoding of a body that is text.
  sent.end(body === null ? undefined : Buffer.from(body))
  return sent
}

function head(sent: ClientRequest, url: URL): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  sent.once('response', resolve)
  sent.on('error', (error) => reject(unanswered(error, url)))
  // A switch of protocols was not asked for; the socket would otherwise be closed without a word.
  sent.once('upgrade', () => reject(new Failure('no-answer', `${url.host} answered with another protocol than HTTP.`)))
  return promise
}

async function readBody(
  answer: IncomingMessage,
  socket: Socket,
  readBefore: number,
  url: URL,
  most: number,
): Promise<boolean> {
  try {
    let truncated = false
    answer.on('data', () => {
      truncated = socket.bytesRead - readBefore > most
      if (truncated) answer.destroy()
    })
    await once(answer, 'close')
    if (!truncated && answer.errored) throw answer.errored
    return truncated
  } catch (error) {
    throw unanswered(error, url)
  }
}

function unanswered(error: unknown, url: URL): Failure {
  const garbled = errorCode(error)?.startsWith('HPE_')
  const why = garbled ? 'what it sent is not HTTP' : reason(error)
  return new Failure('no-answer', `${url.host} did not answer in full: ${why}.`, { cause: error })
}

function pairs(raw: readonly string[]): { name: string; value: string }[] {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [{ name, value: raw[i + 1] ?? '' }] : []))
}

import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { bounds } from '../bounds.ts'
import { Failure, type Guard, guardedDial, reason } from '../guard/index.ts'
import type { Webhooks } from '../world.ts'

interface WebhookOptions {
  /** Certificate authorities (PEM) instead of Node's. */
  readonly ca?: string
  readonly timeoutMs?: number
}

/** Posts to receivers that the guard allows. Follows no redirects, and reads no more of a reply than its status. */
export function guardedWebhooks(guard: Guard, { ca, timeoutMs = bounds.alert.webhook }: WebhookOptions = {}): Webhooks {
  return {
    async send({ url, headers, body }) {
      const target = new URL(url)
      const signal = AbortSignal.timeout(timeoutMs)
      const socket = await connect(target, guard, ca, signal)
      try {
        return await post(socket, target, headers, body, signal)
      } finally {
        socket.destroy()
      }
    },
  }
}

/** @throws {Failure} */
async function connect(url: URL, guard: Guard, ca: string | undefined, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'https:'
  try {
    const { socket } = await guardedDial(guard)(host, Number(url.port) || (secure ? 443 : 80), signal)
    return secure ? await encrypt(socket, host, ca, signal) : socket
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('connect-failed', `No connection to ${url.host} in time.`, { cause: error })
  }
}

function encrypt(socket: Socket, host: string, ca: string | undefined, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const secured = connectTls({
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca === undefined ? {} : { ca }),
  })
  const fail = (why: string, cause?: unknown) => {
    socket.destroy()
    reject(new Failure('tls-failed', `No secure connection to ${host}: ${why}.`, { cause }))
  }
  const abort = () => fail('it took too long')
  secured.once('secureConnect', () => {
    signal.removeEventListener('abort', abort)
    resolve(secured)
  })
  secured.on('error', (error) => fail(reason(error), error))
  secured.once('close', () => fail('the connection was closed'))
  signal.addEventListener('abort', abort, { once: true })
  return promise
}

/**
 * Sends the request over an open connection.
 * @throws {Failure} `no-answer` or `timeout`, after which the receiver may have the message
 */
function post(
  socket: Socket,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number }>()
  const bytes = Buffer.from(body)
  const sent = request({
    createConnection: () => socket,
    host: url.hostname,
    path: url.pathname + url.search,
    method: 'POST',
    setDefaultHeaders: false,
    maxHeaderSize: bounds.check.headers,
    headers: {
      host: url.host,
      'content-type': 'application/json',
      'content-length': bytes.length,
      'user-agent': 'SitePerformance-Webhooks',
      connection: 'close',
      ...headers,
    },
  })
  const noAnswer = (why: string, cause?: unknown) =>
    reject(new Failure('no-answer', `${url.host} did not answer: ${why}.`, { cause }))
  sent.once('response', (response: IncomingMessage) => {
    resolve({ status: response.statusCode ?? 0 })
    response.destroy()
  })
  sent.on('error', (error) => noAnswer(reason(error), error))
  sent.once('upgrade', () => noAnswer('it switched to another protocol'))
  const abort = () => {
    reject(new Failure('timeout', `${url.host} did not answer in time.`))
    socket.destroy()
  }
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  sent.end(bytes)
  return promise
}

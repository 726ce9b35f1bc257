import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { deliveryLimits } from './limits.ts'
import { Failure, type Guard, guardedDial, reason, serverName } from '../../shared/guard/index.ts'
import { requestTarget } from '../../shared/request-target.ts'
import type { Webhooks } from '../world/world.ts'
import { type Answer, readAnswer } from './read-answer.ts'

interface WebhookOptions {
  /** Certificate authorities (PEM) instead of Node's. */
  readonly ca?: string
  readonly timeoutMs?: number
}

/** Posts to receivers that the guard allows. Follows no redirects, and reads no more of a reply than its head. */
export function guardedWebhooks(
  guard: Guard,
  { ca, timeoutMs = deliveryLimits.webhook }: WebhookOptions = {},
): Webhooks {
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
    ...serverName(host),
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
async function post(
  socket: Socket,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Answer> {
  let failure: unknown
  socket.on('error', (error) => (failure = error))
  const fields = {
    host: url.host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'SitePerformance-Webhooks',
    connection: 'close',
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${requestTarget(url)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  const answer = await readAnswer(socket, signal)
  if (!answer && signal.aborted) throw new Failure('timeout', `${url.host} did not answer in time.`)
  const why = failure ? reason(failure) : 'the connection was closed, or what came is not HTTP'
  if (!answer) throw new Failure('no-answer', `${url.host} did not answer: ${why}.`, { cause: failure })
  if (answer.status === 101)
    throw new Failure('no-answer', `${url.host} did not answer: it switched to another protocol.`)
  return answer
}

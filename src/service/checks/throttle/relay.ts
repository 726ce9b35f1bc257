import { type AddressInfo, type Socket, createServer } from 'node:net'
import type { Connectivity } from '../../../contract/index.ts'
import { type Dial, Failure, reason } from '../../../shared/guard/index.ts'
import type { Applied } from '../probe.ts'
import { readGreeting, readRequest, replies, reply } from './socks.ts'
import { Throttle, type ThrottleOptions } from './throttle.ts'

/** A connection that was requested from the relay. */
export interface ProxiedConnection {
  readonly host: string
  readonly port: number
  /** When it was requested (`performance.now()`). */
  readonly at: number
  /** Duration of the DNS lookup in ms; null if there was none. */
  readonly dns: number | null
  /** Duration of connecting in ms as the client saw it, without the DNS lookup. */
  readonly connect: number | null
  /** Why connecting failed; null if it succeeded or is pending. */
  readonly failure: Failure | null
}

/** A SOCKS5 server on loopback that carries all the traffic of one check. */
export interface Relay {
  readonly port: number
  /** In the order of the requests, since the start or the last `reset`. */
  connections(): readonly ProxiedConnection[]
  /** The throttling as measured since the start or the last `reset`; null if there is none. */
  applied(): Applied | null
  /** Bytes that targets have sent since the start or the last `reset`. */
  received(): number
  /** Closes all connections and clears the measurements, as between two visits. */
  reset(): void
  close(): Promise<void>
}

/**
 * Starts a relay. It resolves names itself, and `dial` checks each address, so a page's resources and redirects can't
 * reach what the check itself may not.
 */
export async function startRelay(
  dial: Dial,
  connectivity: Connectivity | null,
  options: ThrottleOptions = {},
): Promise<Relay> {
  const connections: ProxiedConnection[] = []
  const sockets = new Set<Socket>()
  const targets = new Set<Socket>()
  let receivedBefore = 0
  const aborts = new Set<AbortController>()
  const throttle = connectivity ? new Throttle(connectivity, options) : null

  function track(socket: Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // the client notices a broken connection; without a listener it would end the process
    socket.on('error', () => undefined)
  }

  async function serve(client: Socket) {
    const abort = new AbortController()
    aborts.add(abort)
    client.on('close', () => {
      abort.abort(new Error('the connection was closed'))
      aborts.delete(abort)
    })
    await readGreeting(client)
    client.write(Buffer.of(5, 0))
    const request = await readRequest(client)
    if (request.command !== 1) return void client.end(reply(replies.commandNotSupported))
    const at = performance.now()
    const index =
      connections.push({ host: request.host, port: request.port, at, dns: null, connect: null, failure: null }) - 1
    const update = (changes: Partial<ProxiedConnection>) => {
      const entry = connections[index]
      if (entry?.at === at) connections[index] = { ...entry, ...changes }
    }
    try {
      const { socket, dns, connect: connectMs } = await dial(request.host, request.port, abort.signal)
      track(socket)
      targets.add(socket)
      socket.on('close', () => {
        if (targets.delete(socket)) receivedBefore += socket.bytesRead
      })
      client.on('close', () => socket.destroy())
      const connection = await throttle?.open(connectMs, abort.signal)
      update({ dns, connect: performance.now() - at - (dns ?? 0) })
      client.write(reply(replies.succeeded))
      if (throttle && connection) throttle.connect(client, socket, connection)
      else {
        client.pipe(socket)
        socket.pipe(client)
        socket.on('close', () => client.destroySoon())
      }
    } catch (error) {
      const failure =
        error instanceof Failure
          ? error
          : new Failure('connect-failed', `No connection to ${request.host}: ${reason(error)}.`)
      update({ failure })
      client.end(reply(failureReplies[failure.code] ?? replies.generalFailure))
    }
  }

  function reset() {
    for (const abort of aborts) abort.abort(new Error('the relay was closed'))
    for (const socket of sockets) socket.destroy()
    connections.length = 0
    targets.clear()
    receivedBefore = 0
    throttle?.reset()
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    track(client)
    serve(client).catch(() => client.destroy())
  })
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise

  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    applied: () => throttle?.applied() ?? null,
    received: () => [...targets].reduce((sum, { bytesRead }) => sum + bytesRead, receivedBefore),
    reset,
    close() {
      reset()
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      return promise
    },
  }
}

const failureReplies: Partial<Record<Failure['code'], number>> = {
  'refused-target': replies.notAllowed,
  'dns-failed': replies.hostUnreachable,
  'connect-failed': replies.connectionRefused,
}

import { type AddressInfo, type Socket, createServer } from 'node:net'
import type { Connectivity } from '../../../contract/index.ts'
import { bounds } from '../../bounds.ts'
import { type Dial, Failure, reason } from '../../guard/index.ts'
import { Link } from './link.ts'
import type { Applied } from '../probe.ts'
import { readGreeting, readRequest, replies, reply } from './socks.ts'

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
  /** How much later than the throttling asks for something arrived at most since the start or the last `reset`, ms. */
  late(): number
  /** Bytes that targets have sent since the start or the last `reset`. */
  received(): number
  /** Closes all connections and clears the measurements, as between two visits. */
  reset(): void
  close(): Promise<void>
}

export interface RelayOptions {
  /** 0 up to 1. */
  readonly random?: () => number
  /** How long ago what has just happened can have happened, ms. */
  readonly lag?: () => number
}

/** Initial SYN timeout (RFC 6298, section 2). */
const synTimeoutMs = 1000
/** As on Linux (`tcp_syn_retries`). */
const { syns: maxSyns } = bounds.throttle
/** Below this, a measured rate reflects timer resolution rather than the link. */
const minBusyMs = 20

/**
 * Starts a relay. It resolves names itself, and `dial` checks each address, so a page's resources and redirects can't
 * reach what the check itself may not.
 *
 * With a connectivity, connecting takes one extra round trip, and all connections share one paced link in each direction
 * with half the latency. The latency adds to the real latency of the target.
 */
export async function startRelay(
  dial: Dial,
  connectivity: Connectivity | null,
  { random = Math.random, lag = () => 0 }: RelayOptions = {},
): Promise<Relay> {
  const connections: ProxiedConnection[] = []
  const delays: number[] = []
  let lateConnecting = 0
  const sockets = new Set<Socket>()
  const targets = new Set<Socket>()
  let receivedBefore = 0
  const aborts = new Set<AbortController>()
  const loss = (connectivity?.drop_rate ?? 0) / 100
  const link = (bandwidth: number) =>
    new Link({ bandwidth, delay: (connectivity?.latency ?? 0) / 2, loss, random, lag })
  const up = connectivity ? link(connectivity.bandwidth_up) : null
  const down = connectivity ? link(connectivity.bandwidth_down) : null

  function track(socket: Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // the client notices a broken connection; without a listener it would end the process
    socket.on('error', () => undefined)
  }

  /**
   * Waits for the latency, and the lost SYNs, that the connectivity adds to connecting.
   * @returns how much longer that took, ms
   */
  async function roundTrip(signal: AbortSignal): Promise<number> {
    if (!connectivity) return 0
    let syns = 1
    while (syns <= maxSyns && random() < loss) syns++
    const began = performance.now()
    const wait = synTimeoutMs * (2 ** (syns - 1) - 1) + connectivity.latency
    await pause(wait, signal)
    const waited = performance.now() - began
    if (syns > maxSyns) throw new Failure('connect-failed', 'No connection: every attempt was lost.')
    if (syns === 1) delays.push(waited)
    return waited - wait
  }

  async function serve(client: Socket) {
    const abort = new AbortController()
    aborts.add(abort)
    client.on('close', () => {
      abort.abort(new Error('the connection was closed'))
      aborts.delete(abort)
    })
    await readGreeting(client)
    let late = lag()
    client.write(Buffer.of(5, 0))
    const request = await readRequest(client)
    late += lag()
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
      late += lag()
      track(socket)
      targets.add(socket)
      socket.on('close', () => {
        if (targets.delete(socket)) receivedBefore += socket.bytesRead
      })
      client.on('close', () => socket.destroy())
      late += await roundTrip(abort.signal)
      lateConnecting = Math.max(lateConnecting, late)
      update({ dns, connect: performance.now() - at - (dns ?? 0) })
      client.write(reply(replies.succeeded))
      connect(client, socket, (connectivity?.latency ?? 0) + connectMs)
    } catch (error) {
      const failure =
        error instanceof Failure
          ? error
          : new Failure('connect-failed', `No connection to ${request.host}: ${reason(error)}.`)
      update({ failure })
      client.end(reply(failureReplies[failure.code] ?? replies.generalFailure))
    }
  }

  function connect(client: Socket, socket: Socket, retransmission: number) {
    if (up && down) {
      up.connect(client, socket, retransmission)
      down.connect(socket, client, retransmission)
      // a reset takes effect at once; an orderly end is delivered after the data
      client.on('error', () => socket.destroy())
      socket.on('error', () => client.destroy())
    } else {
      client.pipe(socket)
      socket.pipe(client)
      socket.on('close', () => client.destroySoon())
    }
  }

  function reset() {
    for (const abort of aborts) abort.abort(new Error('the relay was closed'))
    for (const socket of sockets) socket.destroy()
    connections.length = delays.length = 0
    lateConnecting = 0
    targets.clear()
    receivedBefore = 0
    up?.resetCounters()
    down?.resetCounters()
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
    applied: () => (connectivity && up && down ? measured(connectivity, up, down, delays) : null),
    late: () => lateConnecting + (up?.late ?? 0) + (down?.late ?? 0),
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

function measured(asked: Connectivity, up: Link, down: Link, delays: readonly number[]): Applied {
  const segments = up.counters.segments + down.counters.segments
  return {
    asked,
    bandwidth_down: asked.bandwidth_down > 0 ? rate(down) : null,
    bandwidth_up: asked.bandwidth_up > 0 ? rate(up) : null,
    latency: delays.length > 0 ? rounded(delays.toSorted((a, b) => a - b)[delays.length >> 1] ?? 0) : null,
    drop_rate: segments > 0 ? rounded(((up.counters.lost + down.counters.lost) / segments) * 100) : null,
  }
}

/** Kbps while the link was busy; null if that was too short to measure. */
function rate(link: Link): number | null {
  const { bytes, busyMs } = link.counters
  return busyMs >= minBusyMs ? rounded((bytes * 8) / busyMs) : null
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** Waits at least `ms`: Node's timers may fire up to a millisecond early. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const until = performance.now() + ms
  let timer: NodeJS.Timeout | undefined
  const abort = () => {
    clearTimeout(timer)
    reject(signal.reason)
  }
  const wait = () => {
    const left = until - performance.now()
    if (left > 0) {
      timer = setTimeout(wait, Math.ceil(left))
      return
    }
    signal.removeEventListener('abort', abort)
    resolve()
  }
  if (signal.aborted) abort()
  else {
    signal.addEventListener('abort', abort, { once: true })
    wait()
  }
  return promise
}

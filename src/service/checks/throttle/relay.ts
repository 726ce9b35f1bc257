import { type AddressInfo, type Socket, createServer } from 'node:net'
import type { Connectivity } from '../../../contract/index.ts'
import type { Dial } from '../dial.ts'
import { Failure, reason } from '../failure.ts'
import { Link } from './link.ts'
import type { Applied } from '../probe.ts'
import { readGreeting, readRequest, replies, reply } from './socks.ts'

/** A connection that the relay was asked for. */
export interface ProxiedConnection {
  readonly host: string
  readonly port: number
  /** On the clock of `performance.now()`. */
  readonly at: number
  /** Milliseconds of the look-up, null where none was needed or it did not come to it. */
  readonly dns: number | null
  /** Milliseconds of the connection as the asker saw them, look-up not included. */
  readonly connect: number | null
  /** Why there is no connection; null while there may yet be one. */
  readonly failure: Failure | null
}

/** A SOCKS5 server on loopback that is the only way out for what is measured through it. */
export interface Relay {
  readonly port: number
  /** In the order asked for, since the start or the last `renew`. */
  asked(): readonly ProxiedConnection[]
  /** What the line really did since the start or the last `renew`; null where it is as it is. */
  applied(): Applied | null
  /** Ends all connections and forgets what they did, as between two visits. */
  renew(): void
  close(): Promise<void>
}

/** First time-out of a SYN (RFC 6298, section 2), and how often Linux repeats it (`tcp_syn_retries`). */
const synTimeout = 1000
const mostSyns = 7
/** Below this many ms of carrying, a rate is the timer's and not the line's. */
const leastBusy = 20

/**
 * Starts a relay. Names are looked up here, and each address is checked by `dial`, so a page's own resources and
 * redirects can't reach what the check itself may not.
 *
 * With a connectivity, an open connection is reported one round trip late, and the bytes of all connections share one
 * paced link in each direction, half a round trip long. Latency comes on top of what the way to the target has.
 */
export async function startRelay(
  dial: Dial,
  line: Connectivity | null,
  random: () => number = Math.random,
): Promise<Relay> {
  const asked: ProxiedConnection[] = []
  const delays: number[] = []
  const sockets = new Set<Socket>()
  const aborts = new Set<AbortController>()
  const loss = (line?.drop_rate ?? 0) / 100
  const link = (bandwidth: number) => new Link({ bandwidth, delay: (line?.latency ?? 0) / 2, loss, random })
  const up = line ? link(line.bandwidth_up) : null
  const down = line ? link(line.bandwidth_down) : null

  function own(socket: Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A broken connection is its asker's to notice; without a listener it would end the process.
    socket.on('error', () => undefined)
  }

  /** Waits out what the line adds to opening a connection. */
  async function roundTrip(signal: AbortSignal): Promise<void> {
    if (!line) return
    let syns = 1
    while (syns <= mostSyns && random() < loss) syns++
    const began = performance.now()
    await pause(synTimeout * (2 ** (syns - 1) - 1) + line.latency, signal)
    if (syns > mostSyns)
      throw new Failure('connect-failed', 'The connection was never answered: every attempt was lost.')
    if (syns === 1) delays.push(performance.now() - began)
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
    const place =
      asked.push({ host: request.host, port: request.port, at, dns: null, connect: null, failure: null }) - 1
    const note = (found: Partial<ProxiedConnection>) => {
      const entry = asked[place]
      if (entry?.at === at) asked[place] = { ...entry, ...found }
    }
    try {
      const { socket, dns, connect } = await dial(request.host, request.port, abort.signal)
      own(socket)
      client.on('close', () => socket.destroy())
      await roundTrip(abort.signal)
      note({ dns, connect: performance.now() - at - (dns ?? 0) })
      client.write(reply(replies.succeeded))
      join(client, socket, (line?.latency ?? 0) + connect)
    } catch (error) {
      const failure =
        error instanceof Failure
          ? error
          : new Failure('connect-failed', `No connection to ${request.host}: ${reason(error)}.`)
      note({ failure })
      client.end(reply(failureReplies[failure.code] ?? replies.generalFailure))
    }
  }

  function join(client: Socket, socket: Socket, retransmission: number) {
    if (up && down) {
      up.join(client, socket, retransmission)
      down.join(socket, client, retransmission)
      // A reset has no bytes to wait for; an orderly end travels behind the bytes.
      client.on('error', () => socket.destroy())
      socket.on('error', () => client.destroy())
    } else {
      client.pipe(socket)
      socket.pipe(client)
      socket.on('close', () => client.destroySoon())
    }
  }

  function renew() {
    for (const abort of aborts) abort.abort(new Error('the relay was closed'))
    for (const socket of sockets) socket.destroy()
    asked.length = delays.length = 0
    up?.forget()
    down?.forget()
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    own(client)
    serve(client).catch(() => client.destroy())
  })
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise

  return {
    port: (server.address() as AddressInfo).port,
    asked: () => asked,
    applied: () => (line && up && down ? measured(line, up, down, delays) : null),
    renew,
    close() {
      renew()
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
  const segments = up.carried.segments + down.carried.segments
  return {
    asked,
    bandwidth_down: asked.bandwidth_down > 0 ? rate(down) : null,
    bandwidth_up: asked.bandwidth_up > 0 ? rate(up) : null,
    latency: delays.length > 0 ? rounded(delays.toSorted((a, b) => a - b)[delays.length >> 1] ?? 0) : null,
    drop_rate: segments > 0 ? rounded(((up.carried.lost + down.carried.lost) / segments) * 100) : null,
  }
}

/** Kbps while there was something to carry; null where that was too little to tell. */
function rate(link: Link): number | null {
  const { bytes, busy } = link.carried
  return busy >= leastBusy ? rounded((bytes * 8) / busy) : null
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** Node's timers may be up to a millisecond early; a line is not. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const until = performance.now() + ms
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(timer)
    reject(signal.reason)
  }
  const look = () => {
    const left = until - performance.now()
    if (left > 0) {
      timer = setTimeout(look, Math.ceil(left))
      return
    }
    signal.removeEventListener('abort', stop)
    resolve()
  }
  if (signal.aborted) stop()
  else {
    signal.addEventListener('abort', stop, { once: true })
    look()
  }
  return promise
}

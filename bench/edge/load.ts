/** Sends visitors' requests from a process of its own, so that neither its work nor its memory counts for a server. */
import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface Load {
  readonly port: number
  readonly requests: number
  readonly connections: number
  /** The host and path of each request; `*` stands for the number of the request. */
  readonly host: string
  readonly path: string
  /** Further lines of each request. */
  readonly lines?: readonly string[]
  /** `Accept-Encoding`, where it isn't a browser's. */
  readonly accepted?: string
  readonly status: number
  /** The number of the first request. */
  readonly first?: number
  /** Over TLS, with this protocol. `handshake` sends no requests: each connection ends once it's agreed on. */
  readonly secure?: 'http1' | 'http2' | 'handshake'
}

export interface LoadResult {
  /** How long it took, in ms. */
  readonly took: number
  /** Bytes received, headers included. */
  readonly bytes: number
  /** Why it ended early. */
  readonly failure?: string
}

/** What browsers send, but for what identifies them, and further lines. */
const linesOf = ({ accepted = 'gzip, deflate, br, zstd', lines = [] }: Load) => [
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Accept: image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  'Accept-Language: en-US,en;q=0.5',
  `Accept-Encoding: ${accepted}`,
  'Connection: keep-alive',
  ...lines,
]

process.on('message', (load: Load) => {
  send(load).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ took: 0, bytes: 0, failure: String(error) } satisfies LoadResult),
  )
})

async function send(load: Load): Promise<LoadResult> {
  const startedAt = performance.now()
  const first = load.first ?? 0
  let next = first
  let bytes = 0
  const visitor = async () => {
    const connection = await open(load)
    try {
      while (next < first + load.requests) {
        const n = next++
        const { status, length } = await connection.ask(n)
        if (status !== load.status) throw new Error(`request ${n} to ${load.path} was answered with ${status}`)
        bytes += length
      }
    } finally {
      connection.close()
    }
  }
  await Promise.all(Array.from({ length: load.connections }, visitor))
  return { took: performance.now() - startedAt, bytes }
}

/** Whoever asks a server, one request at a time. */
interface Visitor {
  ask(n: number): Promise<Answer>
  close(): void
}

/** Replaces the star. */
const numbered = (text: string, n: number) => text.replace('*', String(n))
const nameOf = (host: string) => host.replace(/:\d+$/, '')

async function open(load: Load): Promise<Visitor> {
  switch (load.secure) {
    case 'handshake':
      return new Handshakes(load)
    case 'http2':
      return Http2Connection.open(load)
    default:
      return new Connection(load)
  }
}

interface Answer {
  readonly status: number
  /** Bytes of head and body. */
  readonly length: number
}

/** A new connection for every request, which isn't sent. */
class Handshakes implements Visitor {
  readonly #load: Load

  constructor(load: Load) {
    this.#load = load
  }

  async ask(n: number): Promise<Answer> {
    const { port, host, status } = this.#load
    const servername = nameOf(numbered(host, n))
    const socket = connectTls({ port, host: '127.0.0.1', servername, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    socket.destroy()
    return { status, length: 0 }
  }

  close(): void {}
}

/** One connection with HTTP/2. Keeps nothing of a body. */
class Http2Connection implements Visitor {
  readonly #session: ClientHttp2Session
  readonly #load: Load

  private constructor(session: ClientHttp2Session, load: Load) {
    this.#session = session
    this.#load = load
  }

  static async open(load: Load): Promise<Http2Connection> {
    const servername = nameOf(load.host)
    const session = connectHttp2(`https://127.0.0.1:${load.port}`, { servername, rejectUnauthorized: false })
    await once(session, 'connect')
    return new Http2Connection(session, load)
  }

  ask(n: number): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const fields = Object.fromEntries(
      linesOf(this.#load)
        .map((line) => line.split(': ', 2))
        .filter(([name]) => name !== 'Connection')
        .map(([name = '', value = '']) => [name.toLowerCase(), value]),
    )
    const path = numbered(this.#load.path, n)
    const stream = this.#session.request({ ':path': path, ':authority': this.#load.host, ...fields })
    let status = 0
    let length = 0
    stream.once('response', (head) => (status = Number(head[':status'])))
    stream.on('data', (chunk: Buffer) => (length += chunk.length))
    stream.once('end', () => resolve({ status, length }))
    stream.once('error', reject)
    return promise
  }

  close(): void {
    this.#session.destroy()
  }
}

/** One connection, with one request at a time. Keeps nothing of a body. */
class Connection implements Visitor {
  readonly #load: Load
  readonly #head: string
  readonly #socket: Socket
  #received = ''
  /** Undefined while the head isn't there, or where chunks end the body. */
  #left: number | undefined
  #isChunked = false
  #tail = ''
  #status = 0
  #length = 0
  #pending: PromiseWithResolvers<Answer> | undefined

  constructor(load: Load) {
    this.#load = load
    this.#head = linesOf(load).join('\r\n')
    const server = { port: load.port, host: '127.0.0.1', noDelay: true }
    this.#socket = load.secure
      ? connectTls({ ...server, servername: nameOf(load.host), rejectUnauthorized: false })
      : connect(server)
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#pending?.reject(error))
    this.#socket.on('close', () => this.#pending?.reject(new Error('the connection was closed')))
  }

  ask(n: number): Promise<Answer> {
    this.#pending = Promise.withResolvers<Answer>()
    const { path, host } = this.#load
    this.#socket.write(
      `GET ${numbered(path, n)} HTTP/1.1\r\nHost: ${numbered(host, n)}\r\n${this.#head}\r\n\r\n`,
      'latin1',
    )
    return this.#pending.promise
  }

  close(): void {
    this.#pending = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#length += chunk.length
    if (this.#left !== undefined) {
      this.#left -= chunk.length
      if (this.#left <= 0) this.#end()
      return
    }
    if (this.#isChunked) {
      this.#tail = (this.#tail + chunk.subarray(-16).toString('latin1')).slice(-16)
      if (this.#tail.endsWith('\r\n0\r\n\r\n')) this.#end()
      return
    }
    this.#received += chunk.toString('latin1')
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#received.slice(0, end)
    const rest = this.#received.length - end - 4
    this.#status = Number(head.slice(9, 12))
    this.#isChunked = /\r\ntransfer-encoding: *chunked/i.test(head)
    if (this.#isChunked) {
      this.#tail = this.#received.slice(-16)
      if (this.#tail.endsWith('\r\n0\r\n\r\n')) this.#end()
      return
    }
    const length = this.#status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    this.#left = length - rest
    if (this.#left <= 0) this.#end()
  }

  #end(): void {
    const answer = { status: this.#status, length: this.#length }
    this.#received = ''
    this.#left = undefined
    this.#isChunked = false
    this.#tail = ''
    this.#length = 0
    const pending = this.#pending
    this.#pending = undefined
    pending?.resolve(answer)
  }
}

/** Sends visitors' requests from a process of its own, so that neither its work nor its memory counts for a server. */
import { connect, type Socket } from 'node:net'

export interface Load {
  readonly port: number
  readonly requests: number
  readonly connections: number
  /** The host and path of each request; `*` stands for the number of the request. */
  readonly host: string
  readonly path: string
  /** Further lines of each request. */
  readonly lines?: readonly string[]
  readonly status: number
  /** The number of the first request. */
  readonly first?: number
}

export interface LoadResult {
  /** How long it took, in ms. */
  readonly took: number
  /** Bytes received, headers included. */
  readonly bytes: number
  /** Why it ended early. */
  readonly failure?: string
}

// what browsers send, but for what identifies them
const common = [
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Accept: image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  'Accept-Language: en-US,en;q=0.5',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Connection: keep-alive',
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
  const head = [...common, ...(load.lines ?? [])].join('\r\n')
  const requestOf = (n: number) =>
    `GET ${load.path.replace('*', String(n))} HTTP/1.1\r\nHost: ${load.host.replace('*', String(n))}\r\n${head}\r\n\r\n`
  const visitor = async () => {
    const connection = new Connection(load.port)
    try {
      while (next < first + load.requests) {
        const n = next++
        const { status, length } = await connection.ask(requestOf(n))
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

interface Answer {
  readonly status: number
  /** Bytes of head and body. */
  readonly length: number
}

/** One connection, with one request at a time. Keeps nothing of a body. */
class Connection {
  readonly #socket: Socket
  #head = ''
  /** Undefined while the head isn't there, or where chunks end the body. */
  #left: number | undefined
  #isChunked = false
  #tail = ''
  #status = 0
  #length = 0
  #pending: PromiseWithResolvers<Answer> | undefined

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#pending?.reject(error))
    this.#socket.on('close', () => this.#pending?.reject(new Error('the connection was closed')))
  }

  ask(request: string): Promise<Answer> {
    this.#pending = Promise.withResolvers<Answer>()
    this.#socket.write(request, 'latin1')
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
    this.#head += chunk.toString('latin1')
    const end = this.#head.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#head.slice(0, end)
    const rest = this.#head.length - end - 4
    this.#status = Number(head.slice(9, 12))
    this.#isChunked = /\r\ntransfer-encoding: *chunked/i.test(head)
    if (this.#isChunked) {
      this.#tail = this.#head.slice(-16)
      return
    }
    const length = this.#status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    this.#left = length - rest
    if (this.#left <= 0) this.#end()
  }

  #end(): void {
    const answer = { status: this.#status, length: this.#length }
    this.#head = ''
    this.#left = undefined
    this.#isChunked = false
    this.#tail = ''
    this.#length = 0
    const pending = this.#pending
    this.#pending = undefined
    pending?.resolve(answer)
  }
}

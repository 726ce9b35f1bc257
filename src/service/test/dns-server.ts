import { createSocket, type Socket } from 'node:dgram'
import { AUTHORITATIVE_ANSWER, type Answer, decode, encode } from 'dns-packet'

/** The server's reply for a name: records, an error, or no reply at all. An unknown name gets NXDOMAIN. */
export type Zone =
  | { readonly cname: string }
  | {
      readonly a?: readonly string[]
      readonly aaaa?: readonly string[]
      readonly txt?: readonly string[]
      /** In seconds; default 0. */
      readonly ttl?: number
      /** The type of question that gets no reply. */
      readonly silent?: 'A' | 'AAAA'
    }
  | 'SERVFAIL'
  | 'silence'

const codes = { NXDOMAIN: 3, SERVFAIL: 2 } as const

/** A small DNS server over UDP on a free loopback port. */
export class DnsServer {
  readonly #socket: Socket
  readonly #zones = new Map<string, Zone>()
  /** Every question received, as `TYPE name`. */
  readonly asked: string[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (message, from) => {
      const reply = this.#reply(message)
      if (reply) socket.send(reply, from.port, from.address)
    })
  }

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    return new DnsServer(socket)
  }

  /** The address in the format of `DNS_SERVERS`. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`
  }

  set(name: string, zone: Zone): void {
    this.#zones.set(name.toLowerCase(), zone)
  }

  remove(name: string): void {
    this.#zones.delete(name.toLowerCase())
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()))
  }

  #reply(message: Buffer): Buffer | undefined {
    const query = decode(message)
    const [question] = query.questions ?? []
    if (!question) return undefined
    this.asked.push(`${question.type} ${question.name}`)
    const zone = this.#zones.get(question.name.toLowerCase())
    if (zone === 'silence') return undefined
    if (typeof zone === 'object' && 'silent' in zone && zone.silent === question.type) return undefined
    const failed = zone === 'SERVFAIL' ? codes.SERVFAIL : zone === undefined ? codes.NXDOMAIN : 0
    return encode({
      type: 'response',
      id: query.id ?? 0,
      // the last four bits are the error code
      flags: AUTHORITATIVE_ANSWER | failed,
      questions: [question],
      answers: typeof zone === 'object' ? [...recordsOf(question, zone), ...this.#behind(question, zone)] : [],
    })
  }

  /** What a CNAME points at, if that's known here: some resolvers don't ask again. */
  #behind({ type }: { type: string }, zone: Exclude<Zone, string>): Answer[] {
    const target = 'cname' in zone ? this.#zones.get(zone.cname.toLowerCase()) : undefined
    return 'cname' in zone && typeof target === 'object' ? recordsOf({ type, name: zone.cname }, target) : []
  }
}

/** A CNAME is the answer to any question (RFC 1034, section 3.6.2). */
function recordsOf({ type, name }: { type: string; name: string }, zone: Exclude<Zone, string>): Answer[] {
  if ('cname' in zone) return [{ type: 'CNAME', name, ttl: 0, data: zone.cname }]
  if (type === 'TXT') return (zone.txt ?? []).map((data) => ({ type, name, ttl: 0, data }))
  const kind = type === 'A' || type === 'AAAA' ? type : undefined
  const addresses = kind === 'A' ? zone.a : kind === 'AAAA' ? zone.aaaa : undefined
  return kind === undefined ? [] : (addresses ?? []).map((data) => ({ type: kind, name, ttl: zone.ttl ?? 0, data }))
}

import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { type Certificate, selfSigned } from '../../service/test/certificate.ts'
import type { TestEdge } from './edge.ts'

/** A folder of certificates for the length of a test, with one for each name. */
export function certificateFolder(...names: string[]) {
  const path = mkdtempSync(join(tmpdir(), 'certificates-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  const write = (file: string, text: string) => {
    writeFileSync(join(path, `${file}.new`), text)
    renameSync(join(path, `${file}.new`), join(path, file))
  }
  /** Puts a pair of files there in place of those before. */
  const put = (name: string, { cert, key }: Certificate) => {
    write(`${name}.crt`, cert)
    write(`${name}.key`, key)
  }
  names.forEach((name, i) => put(`pair-${i}`, selfSigned(name)))
  return { path, put, write }
}

/** Gives a site a certificate, as the service does. */
export async function insertCertificate(
  { database }: Pick<TestEdge, 'database'>,
  siteId: string,
  hostname: string,
  { cert, key }: Certificate,
  validUntil = Date.now() + 3600_000,
  counterpart: string | null = null,
): Promise<void> {
  const row = {
    counterpart,
    site_id: siteId,
    hostname,
    chain: cert,
    key_sealed: Buffer.from(key).toString('base64'),
    valid_until: validUntil,
    next_attempt_at: 0,
  }
  await database.db
    .insertInto('certificates')
    .values(row)
    .onConflict((on) => on.column('site_id').doUpdateSet(row))
    .execute()
}

/** Connects to an edge over TLS, and resolves once that's agreed. @throws if it isn't */
export async function handshake(
  { httpsPort }: Pick<TestEdge, 'httpsPort'>,
  servername: string | undefined,
  options: ConnectionOptions = {},
): Promise<TLSSocket> {
  const socket = connect({
    port: httpsPort ?? 0,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ...(servername === undefined ? {} : { servername }),
    ...options,
  })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  socket.on('error', () => undefined)
  return socket
}

/** The certificate that an edge shows for a name: its fingerprint. */
export async function shownFor(edge: Pick<TestEdge, 'httpsPort'>, servername: string): Promise<string | undefined> {
  const socket = await handshake(edge, servername)
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly trailers: Readonly<Record<string, string | string[] | undefined>>
  /** What came before it. */
  readonly interim: readonly Readonly<Record<string, unknown>>[]
}

/** A visitor's connection with HTTP/2. */
export interface Http2Visitor {
  readonly session: ClientHttp2Session
  /** Sends a request to the site `www.site.example`, or another one. */
  readonly ask: (path: string, fields?: OutgoingHttpHeaders, body?: string) => Promise<Answer>
  /** Begins a request, and leaves the rest to the test. */
  readonly begin: (path: string, fields?: OutgoingHttpHeaders, endStream?: boolean) => ClientHttp2Stream
}

export async function http2Visitor(
  { httpsPort }: Pick<TestEdge, 'httpsPort'>,
  servername = 'www.site.example',
): Promise<Http2Visitor> {
  const session = connectHttp2(`https://127.0.0.1:${httpsPort}`, {
    servername,
    rejectUnauthorized: false,
    maxSessionMemory: 1000,
  })
  onTestFinished(() => session.destroy())
  await once(session, 'connect')
  session.on('error', () => undefined)
  const begin = (path: string, fields: OutgoingHttpHeaders = {}, endStream = true) => {
    const stream = session.request({ ':path': path, ':authority': servername, ...fields }, { endStream })
    // each one fails with the connection, also when a test has no more use for it
    return stream.on('error', () => undefined)
  }
  return {
    session,
    begin,
    async ask(path, fields, body) {
      const stream = begin(path, fields, body === undefined)
      if (body !== undefined) stream.end(body)
      return answerOf(stream)
    },
  }
}

/** Reads the whole answer to a request. */
export async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const interim: Record<string, unknown>[] = []
  let trailers = {}
  stream.on('headers', (fields) => interim.push({ ...fields }))
  stream.on('trailers', (fields) => (trailers = { ...fields }))
  const [headers] = (await once(stream, 'response')) as [Record<string, string>]
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += String(chunk)
  return { status: Number(headers[':status']), headers: { ...headers }, text, trailers, interim }
}

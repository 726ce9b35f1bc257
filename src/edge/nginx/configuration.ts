import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nginxLimits } from './limits.ts'
import { visitorLimits } from '../serve/limits.ts'
import { tlsLimits } from '../tls/limits.ts'
import { processLimits } from '../../shared/process-limits.ts'
import { networksIn } from '../../shared/client-address.ts'
import { markup, pages } from '../serve/pages.ts'
import type { NginxProgram } from './program.ts'

/** Where nginx keeps what. */
export interface NginxFolders {
  /** Its configuration, sockets, logs and temporary files. */
  readonly run: string
  readonly cache: string
}

export function nginxFolders(dataDir: string): NginxFolders {
  return { run: join(dataDir, 'edge-nginx'), cache: join(dataDir, 'edge-cache') }
}

export interface NginxConfiguration {
  readonly program: NginxProgram
  readonly folders: NginxFolders
  /** The address and port to listen on. */
  readonly host: string
  readonly port: number
  /** For https; undefined for none. */
  readonly securePort: number | undefined
  /** What its cache may take on disk, in bytes. */
  readonly cacheBytes: number
  /** Worker processes; null for one for each core. */
  readonly workers: number | null
  /** Addresses and networks that may have any number of connections. */
  readonly trustedProxies: readonly string[]
}

/** The pages that nginx itself sends. */
const ownPages = {
  400: pages.badRequest,
  405: pages.methodNotAllowed,
  431: pages.headersTooLarge,
  502: pages.nodeAway,
  503: pages.tooMany,
} as const

const mebibyte = 2 ** 20

/** Writes nginx's configuration. @returns its version, which is another one whenever it differs */
export function writeConfiguration(configuration: NginxConfiguration): string {
  const { run, cache } = configuration.folders
  const template = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')
  const lua = ['edge.lua', 'connections.lua'].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const markups = Object.entries(ownPages).map(([status, page]) => [status, markup(page)] as const)
  const values = valuesOf(configuration)
  const version = createHash('sha256')
    .update(JSON.stringify([template, lua, markups, values]))
    .digest('base64url')
  for (const folder of [run, cache, join(run, 'temp'), join(run, 'pages')]) mkdirSync(folder, { recursive: true })
  for (const [status, text] of markups) writeFileSync(join(run, 'pages', `${status}.html`), text)
  writeFileSync(join(run, 'nginx.conf'), filled(template, { ...values, VERSION: version, PAGES: `/edge-${version}` }))
  return version
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/%([A-Z_]+)%/g, (_, name: string) => values[name] ?? '')
}

function valuesOf(configuration: NginxConfiguration): Readonly<Record<string, string>> {
  const { program, folders, host, port, securePort, cacheBytes, workers, trustedProxies } = configuration
  const listen = (at: number) =>
    `${host.includes(':') ? `[${host}]` : host}:${at}${host === '::' ? ' ipv6only=off' : ''}`
  const cacheSize = Math.ceil(cacheBytes / mebibyte)
  const files = fileLimit()
  // a visitor takes two, and a kept answer one more
  const connections = Math.floor(files * 0.9)
  const trusted = networksIn(trustedProxies)
  return {
    MODULES: path(program.modules),
    RUN: path(folders.run),
    CACHE: path(folders.cache),
    LUA: path(import.meta.dirname),
    // nginx gives up root's rights for those of nobody, who can't read the data folder
    USER: process.getuid?.() === 0 ? 'user root;' : '',
    WORKERS: String(workers ?? 'auto'),
    FILES: String(files),
    CONNECTIONS: String(connections),
    // the others are for connections to Node, and for what Node says
    VISITORS: String(Math.floor(connections / 2)),
    REQUESTS: String(mostConnections()),
    BY_ADDRESS: String(visitorLimits.connectionsByAddress),
    TRUSTED: trusted.map(([address, bits]) => `    ${address.toString()}/${bits} 1;`).join('\n'),
    TRUSTED_BYTES: trusted
      .map(([address, bits]) => `${Buffer.from(address.toByteArray()).toString('hex')}/${bits}`)
      .join(' '),
    RETRY: pages.tooMany.lines[1],
    OPEN_FILES: String(Math.floor(files / 8)),
    LISTEN: listen(port),
    LISTEN_SECURELY:
      securePort === undefined ? '' : `listen ${listen(securePort)} ssl http2 default_server backlog=4096;`,
    HANDSHAKE: securePort === undefined ? '' : 'ssl_certificate_by_lua_block { edge.show_certificate() }',
    BUFFERED: `${nginxLimits.buffered / mebibyte}m`,
    STREAMS: String(visitorLimits.streams),
    SESSIONS: seconds(tlsLimits.tickets),
    SIZE: `${cacheSize}m`,
    FREE: `${nginxLimits.free / mebibyte}m`,
    // 8,000 answers take 1 MiB
    KEYS: `${Math.min(1024, Math.max(16, Math.ceil(cacheSize / 128)))}m`,
    HEAD: `${visitorLimits.head / 1024}k`,
    HEADERS_TIME: seconds(visitorLimits.headers),
    SILENCE: seconds(visitorLimits.silence),
    IDLE: seconds(visitorLimits.idle),
    TUNNEL: seconds(visitorLimits.tunnel),
    SHUTDOWN: seconds(processLimits.requests),
  }
}

const seconds = (ms: number) => `${ms / 1000}s`

/** @throws for a path that would mean something else in a configuration */
function path(text: string): string {
  if (/["'\\$;{}?\n\r]/.test(text))
    throw new Error(`nginx can't be used with a path that has special characters: ${text}`)
  return text
}

/** The most connections that visitors may have open at a time: other files are for everything else that a process does. */
export function mostConnections(): number {
  return Math.min(visitorLimits.connections, Math.floor(fileLimit() / 4))
}

/** The most files that a process may open here, up to what is of use. */
function fileLimit(): number {
  try {
    const [, hard] = /^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Math.min(65_536, Number(hard ?? 1024))
  } catch {
    return 1024
  }
}

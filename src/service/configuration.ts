import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'

/** What the environment may set. README's table says what each does. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** A PostgreSQL address, or the file of the embedded database. */
  readonly databaseUrl: string
  readonly publicUrl: string
  readonly smtpUrl: string | null
  /** 32 bytes; null where it is kept in the data folder. */
  readonly masterKey: Uint8Array | null
  readonly edgePort: number
  readonly serviceDomain: string
  /** `host:port`, empty for the system's. */
  readonly dnsServers: readonly string[]
  /** Seconds. */
  readonly dnsInterval: number
  readonly corsOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly location: string
  readonly allowPrivateTargets: boolean
  readonly publicSiteCreation: boolean
  readonly chromiumPath: string | null
  readonly logLevel: (typeof logLevels)[number]
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

type Environment = Readonly<Record<string, string | undefined>>

/** @throws {SettingError} for the first setting whose value cannot be used, in one line */
export function readSettings(env: Environment): Settings {
  const value = (name: string) => env[name]?.trim() || undefined
  const port = number(value('PORT'), 'PORT', 4000, 0, 65_535)
  const host = value('HOST') ?? '127.0.0.1'
  const dataDir = resolve(value('DATA_DIR') ?? 'data')
  return {
    port,
    host,
    dataDir,
    databaseUrl: databaseUrl(value('DATABASE_URL')) ?? join(dataDir, 'site-performance.db'),
    publicUrl:
      url(value('PUBLIC_URL'), 'PUBLIC_URL', /^https?:$/) ??
      `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    smtpUrl: url(value('SMTP_URL'), 'SMTP_URL', /^smtps?:$/) ?? null,
    masterKey: masterKey(value('MASTER_KEY')),
    edgePort: number(value('EDGE_PORT'), 'EDGE_PORT', 4080, 0, 65_535),
    serviceDomain: domain(value('SERVICE_DOMAIN')),
    dnsServers: list(value('DNS_SERVERS')).map(dnsServer),
    dnsInterval: number(value('DNS_INTERVAL'), 'DNS_INTERVAL', 60, 1, 86_400),
    corsOrigins: list(value('CORS_ORIGINS')).map(origin),
    trustedProxies: list(value('TRUSTED_PROXIES')).map(network),
    location: label(value('LOCATION') ?? 'local'),
    allowPrivateTargets: flag(value('ALLOW_PRIVATE_TARGETS'), 'ALLOW_PRIVATE_TARGETS', false),
    publicSiteCreation: flag(value('PUBLIC_SITE_CREATION'), 'PUBLIC_SITE_CREATION', true),
    chromiumPath: value('CHROMIUM_PATH') ?? null,
    logLevel: oneOf(value('LOG_LEVEL') ?? 'info'),
  }
}

export class SettingError extends Error {
  constructor(name: string, problem: string) {
    super(`${name} ${problem}`)
  }
}

function number(value: string | undefined, name: string, standard: number, least: number, most: number): number {
  if (value === undefined) return standard
  const n = Number(value)
  if (!/^\d+$/.test(value) || n < least || n > most)
    throw new SettingError(name, `must be a whole number from ${least} to ${most}`)
  return n
}

function flag(value: string | undefined, name: string, standard: boolean): boolean {
  if (value === undefined) return standard
  if (/^(on|true|1)$/i.test(value)) return true
  if (/^(off|false|0)$/i.test(value)) return false
  throw new SettingError(name, 'must be on or off')
}

function url(value: string | undefined, name: string, protocol: RegExp): string | undefined {
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !protocol.test(new URL(value).protocol)) {
    throw new SettingError(
      name,
      `must be an address that begins with ${protocol.source.includes('smtp') ? 'smtp:// or smtps://' : 'http:// or https://'}`,
    )
  }
  return value.replace(/\/+$/, '')
}

function databaseUrl(value: string | undefined): string | undefined {
  if (value !== undefined && !/^postgres(ql)?:\/\//.test(value))
    throw new SettingError('DATABASE_URL', 'must begin with postgres:// or postgresql://')
  return value
}

function masterKey(value: string | undefined): Uint8Array | null {
  if (value === undefined) return null
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (key.length !== 32) throw new SettingError('MASTER_KEY', 'must be 32 bytes as 64 hex digits or as base64')
  return key
}

function domain(value = 'localhost'): string {
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value))
    throw new SettingError('SERVICE_DOMAIN', 'must be a domain name')
  return value.toLowerCase()
}

function list(value = ''): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

function dnsServer(value: string): string {
  const match = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(value)
  const address = match?.[1] ?? match?.[2] ?? value
  if (!ipaddr.isValid(address) || Number(match?.[3] ?? 53) > 65_535)
    throw new SettingError('DNS_SERVERS', `must be addresses with or without a port: ${value}`)
  return value
}

function origin(value: string): string {
  if (!URL.canParse(value) || new URL(value).origin !== value)
    throw new SettingError('CORS_ORIGINS', `must be origins such as https://dashboard.example: ${value}`)
  return value
}

function network(value: string): string {
  if (!ipaddr.isValidCIDR(value) && !ipaddr.isValid(value))
    throw new SettingError('TRUSTED_PROXIES', `must be addresses or networks: ${value}`)
  return value
}

function label(value: string): string {
  if (value.length > 100) throw new SettingError('LOCATION', 'must be at most 100 characters')
  return value
}

function oneOf(value: string): Settings['logLevel'] {
  const level = logLevels.find((known) => known === value)
  if (!level) throw new SettingError('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`)
  return level
}

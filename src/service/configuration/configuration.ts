import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import {
  address,
  domainName,
  isDnsServer,
  isNetwork,
  isOrigin,
  list,
  masterKey,
  onOrOff,
  wholeNumber,
} from './setting-values.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** What the documentation says about a setting. Both are Markdown. */
interface Documented {
  readonly defaultText: string
  readonly description: string
}

const documentation = z.registry<Documented>()

/** A setting that has a value even where the environment gives none. */
function withDefault<const S extends z.ZodMiniType<unknown, string>>(value: string, schema: S, description: string) {
  const setting = z.prefault(schema as z.ZodMiniType<z.output<S>, string>, value)
  documentation.add(setting, { defaultText: `\`${value}\``, description })
  return setting
}

/** A setting that may be missing; `defaultText` says what happens then. */
function withoutDefault<const S extends z.ZodMiniType<unknown, string>>(
  defaultText: string,
  schema: S,
  description: string,
) {
  const setting = z.optional(schema)
  documentation.add(setting, { defaultText, description })
  return setting
}

/** Every setting of the environment, in the order of the documentation's table. */
const environment = z.object({
  PORT: withDefault(
    '4000',
    wholeNumber(0, 65_535),
    'The port to listen on. `0` takes a free port, which is printed at the start.',
  ),
  HOST: withDefault('127.0.0.1', z.string(), 'The address to listen on.'),
  PUBLIC_URL: withoutDefault(
    '`http://HOST:PORT`',
    address(['http', 'https']),
    "The URL at which others reach the service. All links and the mail's sender are made from it.",
  ),
  DATA_DIR: withDefault(
    'data',
    z.string(),
    'The folder of the embedded database, the master key and mail that is written to files.',
  ),
  DATABASE_URL: withoutDefault(
    'SQLite in `DATA_DIR`',
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')),
    'A `postgres://…` URL to use PostgreSQL instead.',
  ),
  MASTER_KEY: withoutDefault(
    '`master.key` in `DATA_DIR`, made at the first start',
    masterKey(),
    '32 bytes, as hexadecimal or base64, that encrypt the API keys in the database. All processes on one database need the same key.',
  ),
  LOCATION: withDefault(
    'local',
    z.string().check(z.maxLength(100, 'must be at most 100 characters')),
    'The name of the location that this process measures from.',
  ),
  ALLOW_PRIVATE_TARGETS: withDefault(
    'off',
    onOrOff(),
    'Whether checks may connect to private and loopback addresses. Turn it on only if you trust every account holder.',
  ),
  REFUSED_NETWORKS: withoutDefault(
    'none',
    list(isNetwork, 'must be addresses or networks'),
    'Further addresses or networks that no check may connect to.',
  ),
  CHROMIUM_SANDBOX: withDefault(
    'on',
    onOrOff(),
    "Whether Chromium runs in its sandbox. Without it, a measured page that breaks Chromium has the rights of the user it runs as: the service's own or, if that is root, user 65534. Turn it off only where the system doesn't allow it.",
  ),
  CHROMIUM_PATH: withoutDefault(
    'the first one found where distributions install it',
    z.string(),
    'The browser that page checks use.',
  ),
  DNS_SERVERS: withoutDefault(
    "the system's",
    list(isDnsServer, 'must be addresses with or without a port'),
    'The DNS resolvers to ask, as `address` or `address:port`.',
  ),
  DNS_INTERVAL: withDefault('60', wholeNumber(1, 86_400), "How often each site's DNS is checked, in seconds."),
  SERVICE_DOMAIN: withDefault(
    'localhost',
    domainName(),
    'The domain under which each site gets its service CNAME and its preview address. Its names have to resolve to the edge.',
  ),
  METRICS_PORT: withoutDefault(
    'off',
    wholeNumber(0, 65_535),
    'The port on `HOST` at which Prometheus reads the telemetry of this process, at `/metrics` and without a key.',
  ),
  EDGE_PORT: withDefault('4080', wholeNumber(0, 65_535), "The edge's port, which is part of every preview address."),
  EDGE_TLS_PORT: withoutDefault(
    'off',
    wholeNumber(0, 65_535),
    'The port on which the edge serves visitors over https, with HTTP/2 and HTTP/1.1.',
  ),
  EDGE_CERTIFICATES: withoutDefault(
    'none',
    z.string(),
    'A folder of certificates for the edge: for each, `NAME.crt` with the chain and `NAME.key` with the private key, both PEM. Changes are noticed while it runs. They go before those from `ACME_DIRECTORY`.',
  ),
  ACME_DIRECTORY: withoutDefault(
    'off',
    address(['https']),
    "The directory of a certificate authority that speaks ACME, such as `https://acme-v02.api.letsencrypt.org/directory`. The service then gets a certificate for each site that is live, and renews it. By setting it, you agree to the authority's terms.",
  ),
  ACME_EMAIL: withoutDefault(
    'none',
    z.string().check(z.email('must be an email address')),
    'The address that the certificate authority writes to.',
  ),
  EDGE_HOST: withoutDefault(
    '`HOST`',
    z.string(),
    'The address on which the edge listens for visitors. `::` or `0.0.0.0` for all.',
  ),
  EDGE_ADDRESSES: withoutDefault(
    'those it listens on',
    list((item) => ipaddr.isValid(item), 'must be addresses'),
    'The public addresses of this edge, which the API lists and the A and AAAA records of root domains have.',
  ),
  EDGE_CACHE_SIZE: withDefault(
    '256',
    wholeNumber(1, 1_048_576),
    'How much memory the edge may fill with stored responses, in MiB.',
  ),
  EDGE_DISK_CACHE_SIZE: withDefault(
    '1024',
    wholeNumber(1, 67_108_864),
    'How much of the disk the edge may fill with stored responses where nginx is in front of it (`--nginx`), in MiB.',
  ),
  EDGE_WORKERS: withoutDefault(
    'one for each core',
    wholeNumber(1, 1024),
    'Worker processes of nginx where it is in front of the edge (`--nginx`).',
  ),
  PUBLIC_SITE_CREATION: withDefault('on', onOrOff(), 'Whether sites can be created without an API key.'),
  CORS_ORIGINS: withoutDefault(
    'none',
    list(isOrigin, 'must be origins such as https://dashboard.example'),
    'The origins whose pages may call the API.',
  ),
  DASHBOARD_API_ORIGINS: withoutDefault(
    'none',
    list(isOrigin, 'must be origins such as https://api.example'),
    'Other origins whose API the dashboard may call. With some, the sign-in offers a choice of base URL.',
  ),
  TRUSTED_PROXIES: withoutDefault(
    'none',
    list(isNetwork, 'must be addresses or networks'),
    'The addresses or networks of proxies whose `X-Forwarded-For` header is trusted.',
  ),
  RETENTION_SAMPLES: withDefault(
    '400',
    wholeNumber(1, 36_500),
    'How long samples are kept, in days. The last sample of a monitor or test at each location stays.',
  ),
  RETENTION_DETAILS: withDefault(
    '30',
    wholeNumber(1, 36_500),
    "How long samples keep their requests and response headers, in days. An account's plan limits their size too.",
  ),
  RETENTION_SCREENSHOTS: withDefault(
    '14',
    wholeNumber(1, 36_500),
    "How long samples keep their screenshots, in days. An account's plan limits their size too.",
  ),
  SMTP_URL: withoutDefault(
    'none: mail is written to `DATA_DIR/outbox`',
    address(['smtp', 'smtps']),
    "The server that sends mail, as `smtp://…` or `smtps://…`, with a user name and password if it needs them. With `smtp://` it must offer STARTTLS, unless it runs on this machine and needs no password; `smtps://` uses TLS from the start, usually on port 465. Of nodemailer's options, the query may have `name`, `authMethod` and `tls.…`.",
  ),
  LOG_LEVEL: withDefault(
    'info',
    z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
    `One of ${logLevels.map((level) => `\`${level}\``).join(', ')}. Logs are JSON lines on standard error.`,
  ),
})

/** The settings from the environment, with defaults filled in. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** A PostgreSQL URL, or the file of the embedded database. */
  readonly databaseUrl: string
  readonly publicUrl: string
  readonly smtpUrl: string | null
  /** 32 bytes; null for a key that is kept in the data folder. */
  readonly masterKey: Uint8Array | null
  readonly edgePort: number
  /** Null for none. */
  readonly edgeTlsPort: number | null
  /** The folder of certificates, null for none. */
  readonly edgeCertificates: string | null
  /** The URL of the authority's directory, null for none. */
  readonly acmeDirectory: string | null
  readonly acmeEmail: string | null
  readonly edgeHost: string
  /** Empty for those that it listens on. */
  readonly edgeAddresses: readonly string[]
  /** Bytes. */
  readonly edgeCacheSize: number
  /** Bytes. */
  readonly edgeDiskCacheSize: number
  /** Null for one for each core. */
  readonly edgeWorkers: number | null
  readonly serviceDomain: string
  /** `address` or `address:port`; empty for the system's. */
  readonly dnsServers: readonly string[]
  /** Seconds. */
  readonly dnsInterval: number
  readonly corsOrigins: readonly string[]
  readonly dashboardApiOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly location: string
  /** Days. */
  readonly retentionSamples: number
  /** Days. */
  readonly retentionDetails: number
  /** Days. */
  readonly retentionScreenshots: number
  /** Null for none. */
  readonly metricsPort: number | null
  readonly allowPrivateTargets: boolean
  /** Addresses or networks that no check may connect to. */
  readonly refusedNetworks: readonly string[]
  readonly chromiumSandbox: boolean
  readonly publicSiteCreation: boolean
  readonly chromiumPath: string | null
  readonly logLevel: (typeof logLevels)[number]
}

/** The environment has a value that can't be used. The message is one line that names the variable. */
export class SettingError extends Error {
  constructor(name: string, problem: string) {
    super(`${name} ${problem}`)
  }
}

/** @throws {SettingError} for the first setting with a value that can't be used */
export function settingsFrom(env: Readonly<Record<string, string | undefined>>): Settings {
  // what is set to nothing counts as not set
  const given = Object.fromEntries(Object.keys(environment.shape).map((name) => [name, env[name]?.trim() || undefined]))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingError(String(issue?.path[0]), issue?.message ?? 'is not valid')
  }
  const { PORT, HOST, DATA_DIR, ...values } = parsed.data
  // ACME_DIRECTORY may stand alone: other processes serve what this one gets
  if (values.EDGE_CERTIFICATES !== undefined && values.EDGE_TLS_PORT === undefined)
    throw new SettingError('EDGE_CERTIFICATES', 'needs EDGE_TLS_PORT: without it, nothing is served over https')
  if (values.EDGE_TLS_PORT === values.EDGE_PORT && values.EDGE_PORT !== 0)
    throw new SettingError('EDGE_TLS_PORT', 'must be another port than that of EDGE_PORT')
  const dataDir = resolve(DATA_DIR)
  return {
    port: PORT,
    host: HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? join(dataDir, 'site-performance.db'),
    publicUrl: values.PUBLIC_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`,
    smtpUrl: values.SMTP_URL ?? null,
    masterKey: values.MASTER_KEY ?? null,
    edgePort: values.EDGE_PORT,
    edgeTlsPort: values.EDGE_TLS_PORT ?? null,
    edgeCertificates: values.EDGE_CERTIFICATES === undefined ? null : resolve(values.EDGE_CERTIFICATES),
    acmeDirectory: values.ACME_DIRECTORY ?? null,
    acmeEmail: values.ACME_EMAIL ?? null,
    edgeHost: values.EDGE_HOST ?? HOST,
    // as DNS has them
    edgeAddresses: (values.EDGE_ADDRESSES ?? []).map((item) => ipaddr.process(item).toString()),
    edgeCacheSize: values.EDGE_CACHE_SIZE * 2 ** 20,
    edgeDiskCacheSize: values.EDGE_DISK_CACHE_SIZE * 2 ** 20,
    edgeWorkers: values.EDGE_WORKERS ?? null,
    serviceDomain: values.SERVICE_DOMAIN,
    dnsServers: values.DNS_SERVERS ?? [],
    dnsInterval: values.DNS_INTERVAL,
    corsOrigins: values.CORS_ORIGINS ?? [],
    dashboardApiOrigins: values.DASHBOARD_API_ORIGINS ?? [],
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    location: values.LOCATION,
    retentionSamples: values.RETENTION_SAMPLES,
    retentionDetails: values.RETENTION_DETAILS,
    retentionScreenshots: values.RETENTION_SCREENSHOTS,
    metricsPort: values.METRICS_PORT ?? null,
    allowPrivateTargets: values.ALLOW_PRIVATE_TARGETS,
    refusedNetworks: values.REFUSED_NETWORKS ?? [],
    chromiumSandbox: values.CHROMIUM_SANDBOX,
    publicSiteCreation: values.PUBLIC_SITE_CREATION,
    chromiumPath: values.CHROMIUM_PATH ?? null,
    logLevel: values.LOG_LEVEL,
  }
}

/** Every setting as the documentation lists it. */
export function documentedSettings(): readonly (Documented & { readonly name: string })[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const documented = documentation.get(schema)
    if (!documented) throw new Error(`${name} has no description.`)
    return { name, ...documented }
  })
}

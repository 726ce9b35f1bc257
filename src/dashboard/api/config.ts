import * as z from 'zod/mini'
import { cleanBaseUrl } from './credentials.ts'

const configFile = z.object({
  base_url: z.string(),
  /** Other origins whose API may be called; the service adds them. */
  api_origins: z._default(z.array(z.string()), []),
  /** Whether the service does a POST once that is sent again with its Idempotency-Key; the service says so itself. */
  idempotency_keys: z._default(z.boolean(), false),
  /** Whether the service has people and sessions, so that browsers sign in by cookie; it says so itself. */
  sessions: z._default(z.boolean(), false),
  /** Whether browsers take passkeys for its address; it says so itself. */
  passkeys: z._default(z.boolean(), false),
  /** Whether to serve the component gallery. */
  gallery: z._default(z.boolean(), false),
})

interface Config {
  readonly baseUrl: string
  readonly apiOrigins: readonly string[]
  readonly idempotencyKeys: boolean
  readonly sessions: boolean
  readonly passkeys: boolean
  readonly gallery: boolean
}

/** Without config.json, the dashboard calls the service that serves it. */
const defaultConfig: Config = {
  baseUrl: '/api',
  apiOrigins: [],
  idempotencyKeys: false,
  sessions: false,
  passkeys: false,
  gallery: false,
}

let config: Promise<Config> | undefined

/** The settings in config.json, which is read once. */
export function readConfig(): Promise<Config> {
  config ??= fetchConfig()
  return config
}

/** Has the settings read again, for the next page of a test. */
export function forgetConfig(): void {
  config = undefined
}

async function fetchConfig(): Promise<Config> {
  try {
    const response = await fetch('/config.json', { credentials: 'omit' })
    const { base_url, api_origins, idempotency_keys, sessions, passkeys, gallery } = z.parse(
      configFile,
      await response.json(),
    )
    const baseUrl = cleanBaseUrl(base_url) ?? defaultConfig.baseUrl
    return {
      baseUrl,
      apiOrigins: api_origins,
      idempotencyKeys: idempotency_keys,
      // a cookie is sent to the own origin only
      sessions: sessions && baseUrl.startsWith('/'),
      passkeys: passkeys && baseUrl.startsWith('/'),
      gallery,
    }
  } catch {
    return defaultConfig
  }
}

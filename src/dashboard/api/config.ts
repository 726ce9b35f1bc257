import * as z from 'zod/mini'
import { cleanBaseUrl } from './credentials.ts'

const configFile = z.object({
  base_url: z.string(),
  /** Whether to serve the component gallery. */
  gallery: z._default(z.boolean(), false),
})

interface Config {
  readonly baseUrl: string
  readonly gallery: boolean
}

/** Without config.json, the dashboard calls the service that serves it. */
const defaultConfig: Config = { baseUrl: '/api', gallery: false }

let config: Promise<Config> | undefined

/** The settings in config.json, which is read once. */
export function readConfig(): Promise<Config> {
  config ??= fetchConfig()
  return config
}

async function fetchConfig(): Promise<Config> {
  try {
    const response = await fetch('/config.json', { credentials: 'omit' })
    const { base_url, gallery } = z.parse(configFile, await response.json())
    return { baseUrl: cleanBaseUrl(base_url) ?? defaultConfig.baseUrl, gallery }
  } catch {
    return defaultConfig
  }
}

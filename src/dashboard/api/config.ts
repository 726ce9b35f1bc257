import * as z from 'zod/mini'
import { cleanBaseUrl } from './credentials.ts'

const configFile = z.object({
  base_url: z.string(),
  /** Whether there is a page that shows the shared components. */
  gallery: z._default(z.boolean(), false),
})

interface Config {
  readonly baseUrl: string
  readonly gallery: boolean
}

/** A dashboard served without the file talks to the service that serves it. */
const fallback: Config = { baseUrl: '/api', gallery: false }

let config: Promise<Config> | undefined

/** What whoever installed the dashboard wrote into config.json. */
export function readConfig(): Promise<Config> {
  config ??= fetchConfig()
  return config
}

async function fetchConfig(): Promise<Config> {
  try {
    const response = await fetch('/config.json', { credentials: 'omit' })
    const { base_url, gallery } = z.parse(configFile, await response.json())
    return { baseUrl: cleanBaseUrl(base_url) ?? fallback.baseUrl, gallery }
  } catch {
    return fallback
  }
}

import * as z from 'zod/mini'
import { cleanBaseUrl } from './credentials.ts'

const configFile = z.object({ base_url: z.string() })
const usual = '/api'

let known: Promise<string> | undefined

/** The base URL that whoever installed the dashboard wrote into config.json. */
export function defaultBaseUrl(): Promise<string> {
  known ??= readConfig()
  return known
}

async function readConfig(): Promise<string> {
  try {
    const response = await fetch('/config.json', { credentials: 'omit' })
    const config = z.parse(configFile, await response.json())
    return cleanBaseUrl(config.base_url) ?? usual
  } catch {
    // a dashboard served without the file talks to the service that serves it
    return usual
  }
}

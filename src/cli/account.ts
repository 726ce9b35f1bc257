import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { ClientScope } from '../client/client.ts'
import type { Io } from './io.ts'
import { UsageError } from './usage-error.ts'

/** Whose key is used, and where. */
export interface Account {
  readonly baseUrl: string
  readonly key: string
  readonly scope: ClientScope
  readonly partnerId?: string | undefined
}

const accountFile = z.object({
  base_url: z.string(),
  key: z.string(),
  scope: z.enum(['partner', 'user']),
  partner_id: z.optional(z.string()),
})

/** Holds the key, so nobody else may read it. */
const fileMode = 0o600

export const variables = {
  key: 'SITE_PERFORMANCE_KEY',
  url: 'SITE_PERFORMANCE_URL',
  scope: 'SITE_PERFORMANCE_SCOPE',
  partner: 'SITE_PERFORMANCE_PARTNER',
  file: 'SITE_PERFORMANCE_FILE',
} as const

export function scopeIn(text: string | undefined): ClientScope | undefined {
  if (text === undefined || text === 'partner' || text === 'user') return text
  throw new UsageError('A flag is wrong.', { scope: 'must be partner or user' })
}

/** An address to which paths can be added. @throws {UsageError} */
export function baseUrlIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new UsageError('The base URL must be an http or https address, such as https://perf.example.com/api.')
  return text.replace(/(?<!\/)\/+$/, '')
}

/** Where the account is kept. */
export function pathOf(env: Io['env']): string {
  const folder = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config')
  return env[variables.file] || join(folder, 'site-performance.json')
}

/**
 * The account of the environment, or else that of the file: never the key of one with the address of the other.
 * @throws {UsageError} if there is none, or others may read the file
 */
export async function readAccount(env: Io['env']): Promise<Account> {
  const { [variables.key]: key, [variables.url]: url, [variables.scope]: scope, [variables.partner]: partnerId } = env
  if (key) {
    if (!url) throw new UsageError(`${variables.url} is not set.`)
    return { baseUrl: baseUrlIn(url), key, scope: scopeIn(scope) ?? (partnerId ? 'partner' : 'user'), partnerId }
  }
  const path = pathOf(env)
  const text = await readPrivate(path)
  if (text === undefined)
    throw new UsageError(`Set ${variables.key} and ${variables.url}, or sign in with: site-performance sign-in`)
  const read = z.safeParse(accountFile, jsonIn(text))
  if (!read.success) throw new UsageError(`${path} isn't readable: sign in again.`)
  const { base_url, partner_id, ...rest } = read.data
  return { ...rest, baseUrl: baseUrlIn(base_url), partnerId: partner_id }
}

/** Undefined if there is no file. Its mode is that of the file that is read, not of one that replaces it. */
async function readPrivate(path: string): Promise<string | undefined> {
  let file
  try {
    file = await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new UsageError(`${path} can't be read.`)
  }
  try {
    const { mode } = await file.stat()
    // Windows has no such modes
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new UsageError(`Others can read the key in ${path}: run chmod 600 on it, or sign in again.`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps an account, whole or not at all. @returns where @throws {UsageError} */
export async function keepAccount({ baseUrl, partnerId, key, scope }: Account, env: Io['env']): Promise<string> {
  const path = pathOf(env)
  try {
    await write(path, `${JSON.stringify({ base_url: baseUrl, scope, partner_id: partnerId, key }, null, 2)}\n`)
  } catch {
    throw new UsageError(`${path} can't be written.`)
  }
  return path
}

async function write(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(draft, 'wx', fileMode)
  try {
    // whatever the umask
    await chmod(draft, fileMode)
    await file.writeFile(text)
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

export async function forgetAccount(env: Io['env']): Promise<void> {
  await rm(pathOf(env), { force: true })
}

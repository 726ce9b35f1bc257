import { parseArgs } from 'node:util'
import { emailAddress, keyLimits } from '../../../contract/index.ts'
import { UsageError } from './usage-error.ts'

/** Reads the arguments of a command. @throws {UsageError} */
export function readArguments(args: readonly string[]) {
  const options = {
    name: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string' },
    at: { type: 'string' },
    issuer: { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret-file': { type: 'string' },
    domains: { type: 'string' },
    'default-role': { type: 'string' },
    only: { type: 'boolean' },
    reseller: { type: 'boolean' },
    addon: { type: 'boolean' },
    sites: { type: 'string' },
    monitors: { type: 'string' },
    runs: { type: 'string' },
    bytes: { type: 'string' },
    checks: { type: 'string' },
    overlap: { type: 'string' },
    reset: { type: 'boolean' },
    force: { type: 'boolean' },
    ttl: { type: 'string' },
    near: { type: 'string' },
    without: { type: 'string', multiple: true },
    ns: { type: 'string', multiple: true },
    'redirect-uri': { type: 'string', multiple: true },
    json: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The options of a command. */
export type Options = ReturnType<typeof readArguments>['values']

/** The name among the options. @throws {UsageError} */
export function nameIn({ name }: Options): string {
  const trimmed = name?.trim()
  if (!trimmed) throw new UsageError('--name is required')
  return trimmed
}

/** The address among the options. @throws {UsageError} */
export function emailIn(options: Options): string {
  const email = emailAddress.safeParse(options.email)
  if (!email.success) throw new UsageError('--email must be an email address')
  return email.data
}

/** For how many hours an old key goes on working. @throws {UsageError} */
export function overlapIn({ overlap }: Options): number {
  return overlap === undefined ? 0 : wholeNumber('overlap', overlap, keyLimits.overlapHours)
}

/** The number that an option's text says. @throws {UsageError} */
export function wholeNumber(name: string, text: string, max: number): number {
  if (!/^\d{1,16}$/.test(text) || Number(text) > max)
    throw new UsageError(`--${name} must be a whole number from 0 to ${max}`)
  return Number(text)
}

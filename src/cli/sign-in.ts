import { parseArgs } from 'node:util'
import { send } from '../client/exchange.ts'
import { readPartner, readUserEmail } from '../contract/index.ts'
import { type Account, baseUrlIn, keepAccount, scopeIn } from './account.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import type { Io } from './io.ts'
import { printable } from './output.ts'
import { UsageError } from './usage-error.ts'

const options = { url: { type: 'string' }, scope: { type: 'string' }, 'partner-id': { type: 'string' } } as const

/** Keeps an account once the service has accepted its key, which is never an argument: others can see those. */
export async function signIn(args: readonly string[], io: Io): Promise<ExitCode> {
  const { url, scope: typed, 'partner-id': partnerId } = valuesOf(args)
  if (url === undefined) throw new UsageError('A field is missing.', { url: 'is required' })
  const scope = scopeIn(typed) ?? (partnerId === undefined ? 'user' : 'partner')
  if (scope === 'partner' && !partnerId) throw new UsageError('A field is missing.', { 'partner-id': 'is required' })
  const baseUrl = baseUrlIn(url)
  const key = (await io.readSecret('API key: ')).trim()
  // what a header can carry
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('Standard input must be the API key.')
  const account: Account = { baseUrl, key, scope, partnerId }
  await check(account, io)
  io.err(`Signed in, in ${printable(await keepAccount(account, io.env))}`)
  return exitCodes.done
}

async function check({ baseUrl, key, scope, partnerId = '' }: Account, { fetch }: Io): Promise<void> {
  if (scope === 'partner') await send(readPartner, { path: { partner_id: partnerId } }, { baseUrl, key }, { fetch })
  else await send(readUserEmail, {}, { baseUrl, key }, { fetch })
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new UsageError('Usage: site-performance sign-in --url address [--partner-id id] < file-with-the-key')
  }
}

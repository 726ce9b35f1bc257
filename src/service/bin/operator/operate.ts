import { Vault } from '../../secrets/index.ts'
import { accountCommands } from './account.ts'
import { applicationCommands } from './application.ts'
import type { Commands, CommandContext } from './command.ts'
import { databaseCommands } from './database.ts'
import { edgeCommands } from './edge.ts'
import { masterKeyCommands } from './master-key.ts'
import { readArguments } from './options.ts'
import { partnerCommands } from './partner.ts'
import { personCommands } from './person.ts'
import { siteCommands } from './site.ts'
import { UsageError } from './usage-error.ts'

const commands: Commands = {
  ...partnerCommands,
  ...personCommands,
  ...applicationCommands,
  ...accountCommands,
  ...siteCommands,
  ...edgeCommands,
  ...databaseCommands,
  ...masterKeyCommands,
}

/** Does what the operator's command says, and resolves with the exit code of its program. */
export async function operate(args: readonly string[], at: CommandContext): Promise<number> {
  try {
    await run(args, at)
    return 0
  } catch (error) {
    const isUsageError = error instanceof UsageError
    at.stderr(`${error instanceof Error ? error.message : String(error)}\n${isUsageError ? usage() : ''}`)
    return isUsageError ? 2 : 1
  }
}

async function run(args: readonly string[], at: CommandContext): Promise<void> {
  const { positionals, values: options } = readArguments(args)
  const [noun, verb, ...operands] = positionals
  if (noun === undefined) throw new UsageError('No command given')
  const name = `${noun} ${verb}`
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`Unknown command: ${positionals.join(' ')}`)
  const { record, text } = await command.run({ ...at, vault: new Vault(at.masterKey), operands, options })
  at.stdout(options.json && record !== undefined ? `${JSON.stringify(record)}\n` : text.replace(/\n?$/, '\n'))
}

function usage(): string {
  const lines = Object.values(commands).flatMap((command) => command.usage)
  return `usage:\n${lines.map((line) => `  operator ${line}\n`).join('')}`
}

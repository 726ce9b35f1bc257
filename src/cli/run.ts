import { forgetAccount, scopeIn } from './account.ts'
import { readArguments } from './arguments.ts'
import { commands, findCommand } from './commands.ts'
import { completionScripts } from './completion.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import type { Field } from './fields.ts'
import { helpOf, overview } from './help.ts'
import type { Io } from './io.ts'
import { fieldsOfCommand, report, runOperation } from './operation.ts'
import { signIn } from './sign-in.ts'
import { UsageError } from './usage-error.ts'

/** Runs a command line, without the names of Node and the program. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const [noun = 'help', verb, ...rest] = args
  let fields: readonly Field[] = []
  try {
    switch (noun) {
      case 'help':
      case '--help':
      case '-h':
        io.out(overview(scopeIn(io.env['SITE_PERFORMANCE_SCOPE'])))
        return exitCodes.done
      case 'sign-in':
        return await signIn(args.slice(1), io)
      case 'sign-out':
        await forgetAccount(io.env)
        return exitCodes.done
      case 'completion':
        io.out(completionFor(verb))
        return exitCodes.done
    }
    if (!commands.some((command) => command.noun === noun))
      throw new UsageError(`There is no noun ${noun}: see site-performance help`)
    if (verb === undefined || verb === '--help' || verb === '-h') {
      io.out(overview(undefined, noun))
      return verb === undefined ? exitCodes.usage : exitCodes.done
    }
    const command = findCommand(noun, verb)
    if (!command) throw new UsageError(`${noun} has no verb ${verb}: see site-performance ${noun} --help`)
    fields = fieldsOfCommand(command)
    const given = readArguments(rest, fields)
    if (given.general.help !== undefined) {
      io.out(helpOf(command, scopeIn(given.general.scope)))
      return exitCodes.done
    }
    return await runOperation(command, given, io)
  } catch (error) {
    return report(error, fields, args.includes('--json'), io)
  }
}

function completionFor(shell: string | undefined): string {
  if (shell === 'bash' || shell === 'zsh') return completionScripts[shell]()
  throw new UsageError('Completion is for bash or zsh.')
}

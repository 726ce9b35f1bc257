import type { Settings } from '../../configuration/configuration.ts'
import type { Database } from '../../database/index.ts'
import type { Vault } from '../../secrets/index.ts'
import type { Options } from './options.ts'

/** What the commands work on, and where they write. */
export interface CommandContext {
  readonly settings: Settings
  readonly database: Database
  readonly masterKey: Uint8Array
  readonly stdout: (text: string) => unknown
  readonly stderr: (text: string) => unknown
}

/** A command as it was given. */
export interface Invocation extends CommandContext {
  readonly vault: Vault
  /** What follows the command's name and is no option. */
  readonly operands: readonly string[]
  readonly options: Options
}

/** What a command prints. */
export interface Output {
  /** For `--json`; undefined where there's only text. */
  readonly record?: unknown
  readonly text: string
}

export interface Command {
  /** Its lines in the usage, from its name on. */
  readonly usage: readonly string[]
  /** @throws {UsageError} if it can't be understood */
  readonly run: (given: Invocation) => Output | Promise<Output>
}

/** Commands by their names of two words. */
export type Commands = Readonly<Record<string, Command>>

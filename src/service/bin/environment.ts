import { type Logger, pino } from 'pino'
import { processLimits } from '../../shared/process-limits.ts'
import { settingsFrom, SettingError, type Settings } from '../configuration/configuration.ts'
import { type Guard, resolverFor } from '../../shared/guard/index.ts'
import { LogLines } from './log-lines.ts'

/** Reads the settings, or exits with one line that says what is wrong. */
export function settingsOrExit(): Settings {
  try {
    return settingsFrom(process.env)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

interface Log {
  readonly log: Logger
  readonly lines: LogLines
}

/** Logs JSON lines to standard error, as standard output is for results. Lines logged before an exit are still written. */
export function createLog(settings: Settings): Log {
  // opening the stream sets a pipe to non-blocking mode
  const { fd } = process.stderr
  const lines = new LogLines(fd, processLimits.logged)
  process.once('exit', () => lines.flushSync(processLimits.lastLines))
  return { log: pino({ level: settings.logLevel, base: null }, lines), lines }
}

/** The result of `start`; exits with one line that begins with `failure` if it fails. */
export async function orExit<T>(failure: string, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    process.stderr.write(`${failure}: ${reasonFor(error)}\n`)
    return process.exit(1)
  }
}

/** Why something failed to start, in a line. */
export function reasonFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code === 'EADDRINUSE' ? 'another program is using this port.' : error.message
}

/** Decides what checks and the edge may connect to. */
export function guardFor(settings: Settings): Guard {
  return {
    resolver: resolverFor(settings.dnsServers),
    allowPrivateTargets: settings.allowPrivateTargets,
    refusedNetworks: settings.refusedNetworks,
  }
}

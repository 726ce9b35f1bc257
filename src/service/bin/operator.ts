/** The program of the operator's commands. */
import { settingsOrExit } from './environment.ts'
import { openOrExit } from './open-database.ts'
import { operate } from './operator/operate.ts'

// before anything is written: what the service keeps is for its own user alone
process.umask(0o077)
const settings = settingsOrExit()
const { database, masterKey } = await openOrExit(settings)
try {
  process.exitCode = await operate(process.argv.slice(2), {
    settings,
    database,
    masterKey,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  })
} finally {
  await database.close()
}

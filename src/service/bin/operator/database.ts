import { backUp, copyDatabase, openDatabase } from '../../database/index.ts'
import { databaseStatus, statusText } from '../../status/index.ts'
import type { Commands } from './command.ts'
import { UsageError } from './usage-error.ts'

export const databaseCommands: Commands = {
  'database status': {
    usage: ['database status [--json]'],
    async run({ database, settings }) {
      const status = await databaseStatus(database, settings, Date.now())
      return { record: status, text: statusText(status) }
    },
  },
  'database backup': {
    usage: ['database backup FILE'],
    async run({ database, operands: [file = ''] }) {
      if (!file) throw new UsageError('FILE is required')
      await backUp(database, file)
      return {
        record: { file },
        text: `The database has been copied to ${file}. Keep a copy of the master key elsewhere.`,
      }
    },
  },
  'database copy-to': {
    usage: ['database copy-to POSTGRES_URL'],
    async run({ database, operands: [url = ''] }) {
      if (!/^postgres(ql)?:\/\//.test(url)) throw new UsageError('The URL must start with postgres:// or postgresql://')
      if (database.kind !== 'sqlite')
        throw new UsageError('Only the embedded SQLite database can be copied. For PostgreSQL, use pg_dump.')
      const target = await openDatabase(url).catch((error: unknown) => {
        throw new Error(`Can't open the target database: ${error instanceof Error ? error.message : String(error)}`)
      })
      try {
        const copied = await copyDatabase(database, target)
        const lines = Object.entries(copied).map(([table, rows]) => `${table}: ${rows}`)
        return { record: copied, text: lines.join('\n') }
      } finally {
        await target.close()
      }
    },
  },
}

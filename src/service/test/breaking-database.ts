import type { KyselyPlugin } from 'kysely'
import type { Database } from '../database/index.ts'

/** The same database, whose connection breaks before one of its statements. */
export function breakingAt(database: Database, statement: number): Database {
  let left = statement
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (left-- === 0) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...database, db: database.db.withPlugin(plugin) }
}

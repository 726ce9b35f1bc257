import type { KyselyPlugin } from 'kysely'
import type { Database } from '../database/index.ts'

/** The same database, whose connection breaks before one of its statements. */
export function breakingAt(database: Database, statement: number): Database {
  const { broken, breakAt } = breakable(database)
  breakAt(statement)
  return broken
}

/** The same database, which breaks when it is told to. */
export function breakable(database: Database) {
  let left = -1
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (left-- === 0) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const breakAt = (statement: number) => void (left = statement)
  return {
    broken: { ...database, db: database.db.withPlugin(plugin) },
    breakAt,
    /** Does some work, and breaks the connection before one of its statements. @returns whether it had that many */
    whileBreaking: async (statement: number, work: () => Promise<unknown>): Promise<boolean> => {
      breakAt(statement)
      // what is tried again after it was done may be refused
      await work().catch(() => undefined)
      const isBroken = left < 0
      breakAt(-1)
      return isBroken
    },
  }
}

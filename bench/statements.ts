import { CompiledQuery, type KyselyPlugin } from 'kysely'
import type { Database } from '../src/service/database/index.ts'

/** A database that notes the statements that are made on it while it is asked to. */
export class NotedDatabase {
  readonly database: Database
  readonly #plain: Database
  #noted: CompiledQuery[] | undefined

  constructor(plain: Database) {
    this.#plain = plain
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        this.#noted?.push(plain.db.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    this.database = { ...plain, db: plain.db.withPlugin(plugin) }
  }

  /** SQLite's own account of how it answers what `call` asks of a table. */
  async plansOf(table: string, call: () => Promise<unknown>): Promise<string> {
    this.#noted = []
    await call()
    const noted = this.#noted.filter(({ sql }) => sql.includes(`from "${table}"`))
    this.#noted = undefined
    const plans: string[] = []
    for (const { sql, parameters } of noted) {
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
      const { rows } = await this.#plain.db.executeQuery<{ detail: string }>(explained)
      plans.push(`  ${sql}\n${rows.map(({ detail }) => `    ${detail}\n`).join('')}`)
    }
    return plans.join('')
  }
}

import { CompiledQuery, type KyselyPlugin } from 'kysely'
import type { Database } from '../src/service/database/index.ts'

/** A database that can record its statements. */
export class RecordingDatabase {
  readonly database: Database
  readonly #plain: Database
  #recorded: CompiledQuery[] | undefined

  constructor(plain: Database) {
    this.#plain = plain
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        this.#recorded?.push(plain.db.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    this.database = { ...plain, db: plain.db.withPlugin(plugin) }
  }

  /** SQLite's query plans for the statements that `call` runs on a table. */
  async plansOf(table: string, call: () => Promise<unknown>): Promise<string> {
    this.#recorded = []
    await call()
    const recorded = this.#recorded.filter(({ sql }) => sql.includes(`from "${table}"`))
    this.#recorded = undefined
    const plans: string[] = []
    for (const { sql, parameters } of recorded) {
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
      const { rows } = await this.#plain.db.executeQuery<{ detail: string }>(explained)
      plans.push(`  ${sql}\n${rows.map(({ detail }) => `    ${detail}\n`).join('')}`)
    }
    return plans.join('')
  }
}

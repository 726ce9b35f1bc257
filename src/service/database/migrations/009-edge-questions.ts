import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the service asks the processes of the edge, and what they answer. */
export const edgeQuestions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('edge_processes')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('location', 'text', (c) => c.notNull())
      .addColumn('addresses', 'text', (c) => c.notNull())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .execute()
    // a few rows that live for seconds: no index is worth its upkeep
    await db.schema
      .createTable('edge_questions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('target', 'text', (c) => c.notNull())
      .addColumn('asked_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('edge_answers')
      .addColumn('question_id', 'text', (c) => c.notNull().references('edge_questions.id').onDelete('cascade'))
      .addColumn('process_id', 'text', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('edge_answers_once', ['question_id', 'process_id'])
      .execute()
  },
}

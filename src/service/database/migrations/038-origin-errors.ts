import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { nextInSqlite, ownTransaction, refresh } from './018-fleet.ts'

const before = `when w.kind in ('down', 'origin') then 'down'`
const after = `when w.kind = 'down' then 'down'`

/** A site whose origin fails at the edge counts as one with errors: what its monitors see says whether it is down. */
export function originErrors(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const position = kind === 'sqlite' ? nextInSqlite : () => ownTransaction
      for (const { name, source } of await sourcesOf(db, kind)) {
        if (kind === 'sqlite') await sql`drop trigger ${sql.ref(name)}`.execute(db)
        await sql.raw(source.replaceAll(before, after)).execute(db)
      }
      await sql.raw(refresh('true', position).replaceAll(before, after)).execute(db)
    },
  }
}

/** The triggers, or the functions that they call, which tell the trouble of sites. */
async function sourcesOf(db: Kysely<unknown>, kind: Kind) {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<Source>`select name, sql as source from sqlite_master
          where type = 'trigger' and instr(sql, ${before}) > 0`
      : sql<Source>`select proname as name, pg_get_functiondef(oid) as source from pg_proc
          where pronamespace = current_schema()::regnamespace and position(${before} in prosrc) > 0`
  ).execute(db)
  return rows
}

interface Source {
  readonly name: string
  readonly source: string
}

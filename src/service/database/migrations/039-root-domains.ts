import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'

const before = `when s.cname_seen is null then 'none'`
const after = `when s.root_dns = 'here' then 'service'
      when s.root_dns in ('none', 'elsewhere', 'partly') then 'elsewhere'
      when s.root_dns is not null then s.root_dns ${before}`

/** Where the addresses of root domains lead, and which nodes of the edge have said that they stop. */
export function rootDomains(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const name of ['root_dns', 'addresses_seen'])
        await db.schema.alterTable('sites').addColumn(name, 'text').execute()
      await db.schema
        .alterTable('edge_nodes')
        .addColumn('is_up', 'integer', (column) => column.notNull().defaultTo(1))
        .execute()
      await (kind === 'sqlite' ? inSqlite(db) : inPostgres(db))
    },
  }
}

/** The triggers that tell where the DNS of sites points, and when they do. */
async function inSqlite(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; source: string }>`select name, sql as source from sqlite_master
    where type = 'trigger' and instr(sql, ${before}) > 0`.execute(db)
  for (const { name, source } of rows) {
    await sql`drop trigger ${sql.ref(name)}`.execute(db)
    const changed = source
      .replaceAll(before, after)
      .replace('cname_seen_at on sites', 'cname_seen_at, root_dns on sites')
      .replace('when old.account_id is', 'when old.root_dns is distinct from new.root_dns or old.account_id is')
    await sql.raw(changed).execute(db)
  }
  await sql`create trigger site_root_changed after update of root_dns on sites when old.root_dns is not new.root_dns
    begin insert into site_changes values (new.id, (select coalesce(max(position), 0) + 1 from site_changes))
      on conflict (site_id) do update set position = excluded.position; end`.execute(db)
}

async function inPostgres(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ source: string }>`select pg_get_functiondef(oid) as source from pg_proc
    where pronamespace = current_schema()::regnamespace and position(${before} in prosrc) > 0`.execute(db)
  for (const { source } of rows) await sql.raw(source.replaceAll(before, after)).execute(db)
  for (const [trigger, called] of [
    ['site_root_changed', 'note_changed_site'],
    ['status_of_root_changed', 'refresh_changed_status'],
  ] as const)
    await sql`create trigger ${sql.ref(trigger)} after update on sites for each row
      when (old.root_dns is distinct from new.root_dns) execute function ${sql.ref(called)}()`.execute(db)
}

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { addIndex } from './add-index.ts'

/** Which sites changed and when, kept by triggers, so that the edge reads only what is new. */
export function siteChanges(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('site_changes')
        // no reference: the row outlives its site, so that a deletion is seen
        .addColumn('site_id', 'text', (c) => c.primaryKey())
        .addColumn('position', 'bigint', (c) => c.notNull())
        .execute()
      await addIndex(db, 'site_changes_by_position', 'site_changes', ['position'])
      for (const statement of kind === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db)
    },
  }
}

/** What the edge reads of a site. The DNS watcher writes some of these at every look, mostly as they were. */
const columns = [
  'account_id',
  'host',
  'deferred',
  'state',
  'service_cname',
  'preview_host',
  'https',
  'check_certificate',
  'origin',
  'cname_seen',
]

// one writer at a time: the numbers are in the order of the commits
const noteInSqlite = (id: string) =>
  `insert into site_changes values (${id}, (select coalesce(max(position), 0) + 1 from site_changes))
    on conflict (site_id) do update set position = excluded.position`

const inSqlite = [
  `create trigger site_added after insert on sites begin ${noteInSqlite('new.id')}; end`,
  `create trigger site_changed after update of ${columns.join(', ')} on sites
    when ${columns.map((name) => `old.${name} is not new.${name}`).join(' or ')}
    begin ${noteInSqlite('new.id')}; end`,
  `create trigger site_deleted after delete on sites begin ${noteInSqlite('old.id')}; end`,
  `create trigger site_settings_changed after update of settings on profiles
    when old.settings is not new.settings begin ${noteInSqlite('new.site_id')}; end`,
]

// the transaction's number tells a reader which changes it can't have seen yet, whatever the order of the commits
const inPostgres = [
  `create function note_site_change(id text) returns void language sql as $$
    insert into site_changes values (id, pg_current_xact_id()::text::bigint)
      on conflict (site_id) do update set position = excluded.position
  $$`,
  `create function note_changed_site() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'profiles' then
      perform note_site_change(new.site_id);
    elsif tg_op = 'DELETE' then
      perform note_site_change(old.id);
    else
      perform note_site_change(new.id);
    end if;
    return null;
  end $$`,
  `create trigger site_added after insert or delete on sites for each row execute function note_changed_site()`,
  `create trigger site_changed after update on sites for each row
    when (${columns.map((name) => `old.${name} is distinct from new.${name}`).join(' or ')})
    execute function note_changed_site()`,
  `create trigger site_settings_changed after update on profiles for each row
    when (old.settings is distinct from new.settings) execute function note_changed_site()`,
]

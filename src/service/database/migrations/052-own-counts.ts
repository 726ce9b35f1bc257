import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { nextInSqlite, ownTransaction } from './018-fleet.ts'

const before = `when s.deferred = 1 or s.state in ('preview', 'off') then 'idle' else 'healthy' end`

/** A live site has to have been checked since it went live, any other since it's there. @param id of the site */
const troubleWithout = (id: string) => `when s.deferred = 1 or s.state = 'preview' then 'idle'
      when s.state = 'off' then 'off'
      when coalesce((select case when max(m.status) filter (where m.status = 'RUNNING') is not null
          then max(m.last_sample_at) end
        from monitors m where m.site_id = ${id} and m.kind = 'monitor'), -1)
        < case when s.state in ('trial', 'active') then s.state_since else 0 end then 'unchecked'
      else 'healthy' end`

/** Sites that are off, and those of which nobody knows whether they are healthy, count apart from others in the fleet. */
export function ownCounts(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await (kind === 'sqlite' ? inSqlite(db) : inPostgres(db))
      const [id, position] =
        kind === 'sqlite' ? ['s.id', nextInSqlite('site_status.partner_id')] : [idInPostgres, ownTransaction]
      await sql`update site_status set trouble = told.trouble, position = ${sql.raw(position)}
        from (select s.id, case ${sql.raw(troubleWithout(id))} as trouble from sites s) told
        where told.id = site_status.site_id and site_status.trouble in ('idle', 'healthy')
          and site_status.trouble <> told.trouble`.execute(db)
    },
  }
}

async function inSqlite(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; source: string }>`select name, sql as source from sqlite_master
    where type = 'trigger' and instr(sql, ${before}) > 0`.execute(db)
  let refreshAdded = ''
  for (const { name, source } of rows) {
    const changed = source.replaceAll(before, troubleWithout('s.id'))
    await sql`drop trigger ${sql.ref(name)}`.execute(db)
    await sql.raw(changed).execute(db)
    if (name === 'status_of_site_added')
      refreshAdded = changed.slice(changed.indexOf('begin'), changed.lastIndexOf('end'))
  }
  const refresh = (isWanted: string) => `${refreshAdded.replace('s.id = new.id', isWanted)} end`
  for (const trigger of [
    `status_of_state_begun after update of state_since on sites when old.state_since <> new.state_since
      ${refresh('s.id = new.id')}`,
    `status_of_monitor_added after insert on monitors when new.site_id is not null ${refresh('s.id = new.site_id')}`,
    `status_of_monitor_changed after update of site_id, status on monitors
      when old.site_id is not new.site_id or old.status <> new.status
      ${refresh('s.id in (old.site_id, new.site_id)')}`,
    `status_of_monitor_deleted after delete on monitors when old.site_id is not null
      ${refresh('s.id = old.site_id')}`,
    // every check of every monitor comes here
    `status_of_monitor_checked after update of last_sample_at on monitors
      when exists (select 1 from site_status where site_id = new.site_id and trouble = 'unchecked')
      ${refresh('s.id = new.site_id')}`,
  ])
    await sql.raw(`create trigger ${trigger}`).execute(db)
}

/** Compared with a column that doesn't sort by code point, as `sites.id` does. */
const idInPostgres = `s.id collate "default"`

async function inPostgres(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ source: string }>`select pg_get_functiondef(oid) as source from pg_proc
    where pronamespace = current_schema()::regnamespace and position(${before} in prosrc) > 0`.execute(db)
  for (const { source } of rows) await sql.raw(source.replaceAll(before, troubleWithout(idInPostgres))).execute(db)
  for (const statement of [
    `create trigger status_of_state_begun after update on sites for each row
      when (old.state_since <> new.state_since) execute function refresh_changed_status()`,
    `create function refresh_monitored_status() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform refresh_site_status(old.site_id); end if;
      if tg_op <> 'DELETE' then perform refresh_site_status(new.site_id); end if;
      return null;
    end $$`,
    `create trigger status_of_monitor_added after insert or delete on monitors
      for each row execute function refresh_monitored_status()`,
    `create trigger status_of_monitor_changed after update on monitors for each row
      when (old.site_id is distinct from new.site_id or old.status <> new.status)
      execute function refresh_monitored_status()`,
    // every check of every monitor comes here
    `create function refresh_checked_status() returns trigger language plpgsql as $$
    begin
      if exists (select from site_status where site_id = new.site_id collate "C" and trouble = 'unchecked') then
        perform refresh_site_status(new.site_id);
      end if;
      return null;
    end $$`,
    `create trigger status_of_monitor_checked after update of last_sample_at on monitors for each row
      when (new.site_id is not null) execute function refresh_checked_status()`,
  ])
    await sql.raw(statement).execute(db)
}

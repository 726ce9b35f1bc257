import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { addIndex } from './add-index.ts'

/** What the fleet shows of every site, and how many sites each partner has, kept by triggers. */
export function fleet(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('site_status')
        .addColumn('site_id', 'text', (c) => c.primaryKey().references('sites.id').onDelete('cascade'))
        .addColumn('partner_id', 'text', (c) => c.notNull())
        .addColumn('account_id', 'text', (c) => c.notNull())
        .addColumn('host', 'text', (c) => c.notNull())
        .addColumn('search', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('dns', 'text', (c) => c.notNull())
        .addColumn('trouble', 'text', (c) => c.notNull())
        .addColumn('severity', 'integer', (c) => c.notNull())
        .addColumn('kind', 'text')
        .addColumn('cause', 'text')
        .addColumn('since', 'bigint')
        .addColumn('partly', 'integer', (c) => c.notNull())
        .addColumn('incidents', 'integer', (c) => c.notNull())
        .addColumn('position', 'bigint', (c) => c.notNull())
        .addColumn('availability', 'double precision')
        .addColumn('lcp', 'double precision')
        .addColumn('lcp_before', 'double precision')
        .addColumn('lcp_hours', 'text')
        .addColumn('requests', 'bigint')
        .addColumn('offload', 'double precision')
        .addColumn('measured_at', 'bigint', (c) => c.notNull().defaultTo(0))
        // a site of which the edge has seen no visitor counts as one with 100 requests a day
        .addColumn('impact', 'bigint', (c) =>
          c
            .generatedAlwaysAs(sql`severity * coalesce(requests, 100)`)
            .stored()
            .notNull(),
        )
        .addColumn('failed', 'double precision', (c) => c.generatedAlwaysAs(sql`1 - availability`).stored())
        .execute()
      await db.schema
        .createTable('site_counts')
        .addColumn('partner_id', 'text', (c) => c.primaryKey().references('partners.id').onDelete('cascade'))
        .addColumn('sites', 'integer', (c) => c.notNull())
        .addColumn('position', 'bigint', (c) => c.notNull())
        .execute()
      await addIndex(db, 'site_status_by_position', 'site_status', ['partner_id', 'position'])
      await addIndex(db, 'site_status_by_account', 'site_status', ['account_id', 'trouble', 'severity'])
      await addIndex(db, 'site_status_by_age', 'site_status', ['measured_at'])
      await sql`create index site_status_by_trouble on site_status
        (partner_id, trouble, impact desc, host, site_id)`.execute(db)
      // SQLite searches in the index, since rows are wide; a key of PostgreSQL can't be as long as names may be
      const searched = kind === 'sqlite' ? sql`, search, since, failed, lcp, requests` : sql``
      await sql`create index site_status_by_impact on site_status
        (partner_id, impact desc, host, site_id, trouble${searched})`.execute(db)
      // a figure that is missing is the least on both databases
      const least = kind === 'sqlite' ? sql`` : sql`nulls first`
      for (const column of ['host', 'since', 'failed', 'lcp', 'requests'])
        await sql`create index ${sql.ref(`site_status_by_${column}`)} on site_status
          (partner_id, ${sql.ref(column)} ${least}, site_id, trouble)`.execute(db)
      await sql`create index incidents_open_by_site on incidents (site_id) where ended_at is null`.execute(db)
      for (const statement of kind === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db)
    },
  }
}

/**
 * Writes what the fleet shows of sites as their rows, their accounts and their open incidents say. The worst incident
 * gives the verdict. Nothing is trouble while a site is in maintenance.
 */
export const refresh = (isWanted: string, position: (partner: string) => string, siteId = 's.id') => `
  insert into site_status (site_id, partner_id, account_id, host, search, state, dns, trouble,
    severity, kind, cause, since, partly, incidents, position)
  select s.id, a.partner_id, a.id, s.host, s.host || '\n' || a.name_lower || '\n' || a.email_lower, s.state,
    case when s.deferred = 1 or s.cname_seen_at is null then 'unknown' when s.cname_seen is null then 'none'
      when s.cname_seen = s.service_cname then 'service' else 'elsewhere' end,
    case when s.state = 'maintenance' then 'maintenance'
      when w.kind in ('down', 'origin') then 'down' when w.kind in ('slow', 'dns') then w.kind
      when w.id is not null then 'other'
      when s.deferred = 1 or s.state in ('preview', 'off') then 'idle' else 'healthy' end,
    coalesce(w.severity, 0), w.kind, w.cause, w.started_at, coalesce(w.partly, 0),
    (select count(*) from incidents i where i.site_id = ${siteId} and i.ended_at is null),
    ${position('a.partner_id')}
  from sites s
  join accounts a on a.id = s.account_id
  left join incidents w on s.state <> 'maintenance' and w.id = (
    select i.id from incidents i where i.site_id = ${siteId} and i.ended_at is null
    order by i.severity desc, ${rank('i.kind')}, i.started_at, i.id limit 1)
  where ${isWanted}
  order by s.id
  on conflict (site_id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')},
    position = excluded.position
  where (${columns.map((name) => `site_status.${name}`).join(', ')})
    is distinct from (${columns.map((name) => `excluded.${name}`).join(', ')});`

const columns = [
  'partner_id',
  'account_id',
  'host',
  'search',
  'state',
  'dns',
  'trouble',
  'severity',
  'kind',
  'cause',
  'since',
  'partly',
  'incidents',
]

/** Of incidents that are equally severe, the first of these kinds is the worst. */
const rank = (kind: string) =>
  `case ${kind} ${['down', 'origin', 'dns', 'certificate', 'resources'].map((one, i) => `when '${one}' then ${i}`).join(' ')} else 9 end`

/** What of a site, an incident and an account matters here. The DNS watcher writes a site at every look, mostly as it was. */
const ofSites = ['account_id', 'host', 'deferred', 'state', 'service_cname', 'cname_seen']
const ofIncidents = ['site_id', 'kind', 'severity', 'cause', 'started_at', 'ended_at', 'partly']
const ofAccounts = ['name_lower', 'email_lower']

const differs = (names: readonly string[]) =>
  names.map((name) => `old.${name} is distinct from new.${name}`).join(' or ')
const differsForSites = `${differs(ofSites)} or (old.cname_seen_at is null) <> (new.cname_seen_at is null)`

// one writer at a time: the numbers are in the order of the commits
export const nextInSqlite = (partner: string) => `1 + max(
  coalesce((select max(position) from site_status where partner_id = ${partner}), 0),
  coalesce((select position from site_counts where partner_id = ${partner}), 0))`

const inSqlite = [
  `create trigger status_counted after insert on site_status begin
    insert into site_counts values (new.partner_id, 1, new.position)
      on conflict (partner_id) do update set sites = sites + 1, position = excluded.position;
  end`,
  `create trigger status_discounted after delete on site_status begin
    update site_counts set sites = sites - 1, position = ${nextInSqlite('old.partner_id')}
      where partner_id = old.partner_id;
  end`,
  `create trigger status_of_site_added after insert on sites begin ${refresh('s.id = new.id', nextInSqlite)} end`,
  `create trigger status_of_site_changed after update of ${[...ofSites, 'cname_seen_at'].join(', ')} on sites
    when ${differsForSites} begin
    delete from site_status where site_id = new.id and new.account_id is null;
    ${refresh('s.id = new.id', nextInSqlite)}
  end`,
  `create trigger status_of_incident_added after insert on incidents begin
    ${refresh('s.id = new.site_id', nextInSqlite)}
  end`,
  `create trigger status_of_incident_changed after update of ${ofIncidents.join(', ')} on incidents
    when ${differs(ofIncidents)} begin ${refresh('s.id in (old.site_id, new.site_id)', nextInSqlite)} end`,
  `create trigger status_of_incident_deleted after delete on incidents begin
    ${refresh('s.id = old.site_id', nextInSqlite)}
  end`,
  `create trigger status_of_account_changed after update of ${ofAccounts.join(', ')} on accounts
    when ${differs(ofAccounts)} begin ${refresh('s.account_id = new.id', nextInSqlite)} end`,
  refresh('true', nextInSqlite),
]

// the transaction's number tells a reader which changes it can't have seen yet, whatever the order of the commits
export const ownTransaction = 'pg_current_xact_id()::text::bigint'

/** A connection keeps its first plan, which must also do once the tables have grown. */
export const byIndex = 'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off'

const inPostgres = [
  `create function refresh_site_status(wanted text) returns void language sql ${byIndex} as $$
    ${refresh('s.id = wanted', () => ownTransaction)}
  $$`,
  // per statement, because counting updates one row: many times in a transaction, that is slow in PostgreSQL
  `create function refresh_added_status() returns trigger language plpgsql ${byIndex} as $$
  begin
    ${refresh('s.id = any(array(select id from changed))', () => ownTransaction)}
    return null;
  end $$`,
  `create function refresh_changed_status() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'sites' then
      delete from site_status where site_id = new.id and new.account_id is null;
      perform refresh_site_status(new.id);
    elsif tg_table_name = 'accounts' then
      perform refresh_site_status(id) from (select id from sites where account_id = new.id order by id) changed;
    elsif tg_op = 'DELETE' then
      perform refresh_site_status(old.site_id);
    else
      if tg_op = 'UPDATE' and old.site_id is distinct from new.site_id then
        perform refresh_site_status(old.site_id);
      end if;
      perform refresh_site_status(new.site_id);
    end if;
    return null;
  end $$`,
  `create function count_sites() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into site_counts select partner_id, count(*), ${ownTransaction} from changed group by partner_id
        on conflict (partner_id) do update
        set sites = site_counts.sites + excluded.sites, position = excluded.position;
    else
      update site_counts set sites = site_counts.sites - gone.n, position = ${ownTransaction}
        from (select partner_id, count(*) n from changed group by partner_id) gone
        where site_counts.partner_id = gone.partner_id;
    end if;
    return null;
  end $$`,
  `create trigger status_counted after insert on site_status
    referencing new table as changed for each statement execute function count_sites()`,
  `create trigger status_discounted after delete on site_status
    referencing old table as changed for each statement execute function count_sites()`,
  `create trigger status_of_site_added after insert on sites
    referencing new table as changed for each statement execute function refresh_added_status()`,
  `create trigger status_of_site_changed after update on sites
    for each row when (${differsForSites}) execute function refresh_changed_status()`,
  `create trigger status_of_incident_added after insert or delete on incidents
    for each row execute function refresh_changed_status()`,
  `create trigger status_of_incident_changed after update on incidents
    for each row when (${differs(ofIncidents)}) execute function refresh_changed_status()`,
  `create trigger status_of_account_changed after update on accounts
    for each row when (${differs(ofAccounts)}) execute function refresh_changed_status()`,
  refresh('true', () => ownTransaction),
]

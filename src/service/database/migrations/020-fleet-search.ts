import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { byIndex, nextInSqlite, ownTransaction, refresh } from './018-fleet.ts'

/** An index of every three characters in a row of what the fleet searches. */
export function fleetSearch(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of kind === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db)
    },
  }
}

/** The first key of a partner without sites: each has 2^32 keys in a row, so that a search skips the other partners'. */
const ownKeys = '((select coalesce(max(key), 0) from site_search_keys) >> 32) + 1 << 32'

const add = `
  insert into site_search_keys (key, site_id, partner_id) values (
    coalesce((select max(key) + 1 from site_search_keys where partner_id = new.partner_id), ${ownKeys}),
    new.site_id, new.partner_id);
  insert into site_search (rowid, search) select key, new.search from site_search_keys where site_id = new.site_id;`

const remove = `
  delete from site_search where rowid = (select key from site_search_keys where site_id = old.site_id);
  delete from site_search_keys where site_id = old.site_id;`

const inSqlite = [
  // the site that goes may be the one that changed last
  `drop trigger status_discounted`,
  `create trigger status_discounted after delete on site_status begin
    update site_counts set sites = sites - 1,
      position = max(old.position + 1, ${nextInSqlite('old.partner_id')})
      where partner_id = old.partner_id;
  end`,
  // rows have no number that outlasts a vacuum
  `create table site_search_keys (key integer primary key, site_id text not null unique, partner_id text not null)`,
  `insert into site_search_keys select
    (dense_rank() over (order by partner_id) << 32) + row_number() over (partition by partner_id order by site_id) - 1,
    site_id, partner_id from site_status`,
  `create index site_search_keys_by_partner on site_search_keys (partner_id)`,
  `create virtual table site_search using fts5(
    search, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
  `insert into site_search (rowid, search) select key, search from site_search_keys join site_status using (site_id)`,
  // what is found is sorted without reading rows, which are wide
  `create index site_status_sorted_by on site_status
    (site_id, partner_id, impact, host, since, failed, lcp, requests, trouble)`,
  `create trigger search_of_status_added after insert on site_status begin ${add} end`,
  `create trigger search_of_status_deleted after delete on site_status begin ${remove} end`,
  `create trigger search_of_status_changed after update of search, partner_id on site_status
    when old.search <> new.search or old.partner_id <> new.partner_id begin ${remove} ${add} end`,
]

/** `sites.id` sorts by code point, as no column does that is compared with it here: that would leave their indexes aside. */
const ofSite = `s.id collate "default"`

const inPostgres = [
  // sorts by code point, as SQLite does and the documentation says
  `drop index site_status_by_host`,
  `alter table site_status alter column site_id type text collate "C", alter column host type text collate "C"`,
  `create index site_status_by_host on site_status (partner_id, host, site_id, trouble)`,
  `create or replace function refresh_site_status(wanted text) returns void language sql ${byIndex} as $$
    ${refresh('s.id = wanted', () => ownTransaction, ofSite)}
  $$`,
  `create or replace function refresh_added_status() returns trigger language plpgsql ${byIndex} as $$
  begin
    ${refresh('s.id = any(array(select id from changed))', () => ownTransaction, ofSite)}
    return null;
  end $$`,
  `create or replace function refresh_changed_status() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'sites' then
      delete from site_status where site_id = new.id and new.account_id is null;
      perform refresh_site_status(new.id);
    elsif tg_table_name = 'accounts' then
      perform refresh_site_status(id) from (
        select id from sites where account_id = new.id collate "default" order by id) changed;
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
  // figures are written all the time; only where the table is vacuumed can an index count without reading rows
  `alter table site_status set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05)`,
  // without the extension, or the right to create it, a search reads every site
  `do $$
  begin
    create extension if not exists pg_trgm;
    create index site_status_by_search on site_status using gin (search gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'searches of the fleet have no index: %', sqlerrm;
  end $$`,
]

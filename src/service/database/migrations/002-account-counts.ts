import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'

/** How many accounts each partner has, kept by triggers. */
export function accountCounts(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('account_counts')
        .addColumn('partner_id', 'text', (c) => c.primaryKey().references('partners.id').onDelete('cascade'))
        .addColumn('accounts', 'integer', (c) => c.notNull())
        .execute()
      await sql`insert into account_counts select partner_id, count(*) from accounts group by partner_id`.execute(db)
      // every page of the account list has the total: counting would take longer than reading the page
      for (const statement of kind === 'sqlite' ? countingInSqlite : countingInPostgres)
        await sql.raw(statement).execute(db)
    },
  }
}

const countingInSqlite = [
  `create trigger account_counted after insert on accounts begin
    insert into account_counts values (new.partner_id, 1)
      on conflict (partner_id) do update set accounts = accounts + 1;
  end`,
  `create trigger account_discounted after delete on accounts begin
    update account_counts set accounts = accounts - 1 where partner_id = old.partner_id;
  end`,
]

// per statement rather than per row: updating one row many times in a transaction is slow in PostgreSQL
const countingInPostgres = [
  `create function count_accounts() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into account_counts select partner_id, count(*) from changed group by partner_id
        on conflict (partner_id) do update set accounts = account_counts.accounts + excluded.accounts;
    else
      update account_counts set accounts = account_counts.accounts - gone.n
        from (select partner_id, count(*) n from changed group by partner_id) gone
        where account_counts.partner_id = gone.partner_id;
    end if;
    return null;
  end $$`,
  `create trigger account_counted after insert on accounts
    referencing new table as changed for each statement execute function count_accounts()`,
  `create trigger account_discounted after delete on accounts
    referencing old table as changed for each statement execute function count_accounts()`,
]

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { addIndex } from './add-index.ts'

/** The tables of the first version. */
export function start(kind: Kind): Migration {
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea'
  // sorts by code point whatever the machine's locale, as SQLite does by default
  const text = kind === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('meta')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute()

      await db.schema
        .createTable('partners')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('reseller', 'integer', (c) => c.notNull())
        .addColumn('addon', 'integer', (c) => c.notNull())
        .addColumn('granted', 'integer', (c) => c.notNull())
        .addColumn('key_hash', 'text', (c) => c.notNull().unique())
        .addColumn('key_sealed', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute()

      await db.schema
        .createTable('accounts')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('partner_id', 'text', (c) => c.notNull().references('partners.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('name_lower', text, (c) => c.notNull())
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('email_lower', text, (c) => c.notNull())
        .addColumn('first_name', 'text')
        .addColumn('last_name', 'text')
        .addColumn('company', 'text')
        .addColumn('phone', 'text')
        .addColumn('plan', 'text', (c) => c.notNull())
        .addColumn('key_hash', 'text', (c) => c.notNull().unique())
        .addColumn('key_sealed', 'text', (c) => c.notNull())
        .addColumn('password_hash', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('last_sign_in_at', 'bigint')
        .execute()
      // each list order has an index that covers all columns the search reads
      await addIndex(db, 'accounts_by_name', 'accounts', ['partner_id', 'name_lower', 'id', 'email_lower'])
      await addIndex(db, 'accounts_by_email', 'accounts', ['partner_id', 'email_lower', 'id', 'name_lower'])
      await db.schema
        .createIndex('accounts_email_once')
        .unique()
        .on('accounts')
        // not partner_id first: SQLite would then use it for the list by email and read every row for the other columns
        .columns(['email_lower', 'partner_id'])
        .execute()

      await db.schema
        .createTable('sites')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
        .addColumn('host', 'text', (c) => c.notNull())
        .addColumn('first', 'integer', (c) => c.notNull())
        .addColumn('deferred', 'integer', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('resume_state', 'text', (c) => c.notNull())
        .addColumn('off_by_operator', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('service_cname', 'text', (c) => c.notNull().unique())
        .addColumn('preview_host', 'text', (c) => c.notNull().unique())
        .addColumn('https', 'integer', (c) => c.notNull())
        .addColumn('check_certificate', 'integer', (c) => c.notNull())
        .addColumn('origin', 'text')
        .addColumn('cname_seen', 'text')
        .addColumn('cname_seen_at', 'bigint')
        .addColumn('next_look_at', 'bigint', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addUniqueConstraint('sites_host_within_account', ['account_id', 'host'])
        .execute()
      await addIndex(db, 'sites_by_host', 'sites', ['host'])
      await addIndex(db, 'sites_by_look', 'sites', ['state', 'next_look_at'])

      await db.schema
        .createTable('profiles')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('default', 'integer', (c) => c.notNull())
        .addColumn('settings', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute()
      await addIndex(db, 'profiles_by_site', 'profiles', ['site_id'])

      await db.schema
        .createTable('mails')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('secret_sealed', 'text', (c) => c.notNull())
        .addColumn('held', 'integer', (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('next_at', 'bigint', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute()
      await addIndex(db, 'mails_by_time', 'mails', ['held', 'next_at'])
      await addIndex(db, 'mails_by_account', 'mails', ['account_id'])

      await db.schema
        .createTable('cache_orders')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
        .addColumn('profile_id', 'text')
        .addColumn('items', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute()
      await addIndex(db, 'cache_orders_by_site', 'cache_orders', ['site_id'])

      await db.schema
        .createTable('traffic')
        .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
        .addColumn('width', 'integer', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('service_requests', 'bigint', (c) => c.notNull())
        .addColumn('service_bytes', 'bigint', (c) => c.notNull())
        .addColumn('origin_requests', 'bigint', (c) => c.notNull())
        .addColumn('origin_bytes', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('traffic_by_time', ['site_id', 'width', 'at'])
        .execute()

      await db.schema
        .createTable('edge_nodes')
        .addColumn('ip', 'text', (c) => c.notNull())
        .addColumn('role', 'text', (c) => c.notNull())
        .addColumn('location', 'text', (c) => c.notNull())
        .addColumn('seen_at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('edge_nodes_once', ['ip', 'role'])
        .execute()

      await db.schema
        .createTable('monitors')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
        .addColumn('site_id', 'text', (c) => c.references('sites.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('name_lower', text, (c) => c.notNull())
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('suspended_message', 'text')
        .addColumn('spec', 'text', (c) => c.notNull())
        .addColumn('secret_sealed', 'text')
        .addColumn('interval_ms', 'bigint')
        .addColumn('next_due_at', 'bigint')
        .addColumn('rounds_left', 'integer')
        .addColumn('ends_at', 'bigint')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('last_sample', 'text')
        .addColumn('last_sample_at', 'bigint')
        .execute()
      await addIndex(db, 'monitors_by_name', 'monitors', ['account_id', 'kind', 'name_lower', 'id'])
      await addIndex(db, 'monitors_by_site', 'monitors', ['site_id'])
      await addIndex(db, 'monitors_by_due', 'monitors', ['next_due_at'])

      await db.schema
        .createTable('checks')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('monitor_id', 'text', (c) => c.notNull().references('monitors.id').onDelete('cascade'))
        .addColumn('variant', 'integer', (c) => c.notNull())
        .addColumn('location', 'text', (c) => c.notNull())
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('round_at', 'bigint', (c) => c.notNull())
        .addColumn('not_before', 'bigint', (c) => c.notNull())
        .addColumn('lease_by', 'text')
        .addColumn('lease_until', 'bigint')
        // a waiting check isn't queued twice
        .addUniqueConstraint('checks_once', ['monitor_id', 'location', 'variant'])
        .execute()
      await addIndex(db, 'checks_by_time', 'checks', ['location', 'type', 'not_before'])

      await db.schema
        .createTable('samples')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('monitor_id', 'text', (c) => c.notNull().references('monitors.id').onDelete('cascade'))
        .addColumn('taken_at', 'bigint', (c) => c.notNull())
        .addColumn('sample_type', 'integer', (c) => c.notNull())
        .addColumn('location', 'text', (c) => c.notNull())
        .addColumn('data_center', 'text', (c) => c.notNull())
        .addColumn('connectivity', 'text')
        .addColumn('browser', 'text')
        .addColumn('view', 'text')
        .addColumn('issues', 'text', (c) => c.notNull())
        .addColumn('metrics', 'text', (c) => c.notNull())
        .execute()
      await addIndex(db, 'samples_by_time', 'samples', ['monitor_id', 'taken_at', 'id'])

      await db.schema
        .createTable('sample_details')
        .addColumn('sample_id', 'text', (c) => c.primaryKey().references('samples.id').onDelete('cascade'))
        .addColumn('detail', sql.raw(bytes), (c) => c.notNull())
        .execute()

      await db.schema
        .createTable('screenshots')
        .addColumn('sample_id', 'text', (c) => c.notNull().references('samples.id').onDelete('cascade'))
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('at', 'double precision', (c) => c.notNull())
        .addColumn('content_type', 'text', (c) => c.notNull())
        .addColumn('data', sql.raw(bytes), (c) => c.notNull())
        .addPrimaryKeyConstraint('screenshots_in_order', ['sample_id', 'position'])
        .execute()

      await db.schema
        .createTable('runners')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('location', 'text', (c) => c.notNull())
        .addColumn('data_center', 'text', (c) => c.notNull())
        .addColumn('browsers', 'text', (c) => c.notNull())
        .addColumn('seen_at', 'bigint', (c) => c.notNull())
        .execute()
    },
  }
}

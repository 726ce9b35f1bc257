import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** Alert rules, what they tell, and who has acknowledged an incident. */
export const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('incidents').addColumn('acknowledged_at', 'bigint').execute()
    await db.schema.alterTable('incidents').addColumn('acknowledged_by', 'text').execute()

    await db.schema
      .createTable('alert_rules')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
      .addColumn('partner_id', 'text', (c) => c.references('partners.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('kinds', 'text')
      .addColumn('min_severity', 'integer', (c) => c.notNull())
      .addColumn('site_ids', 'text')
      .addColumn('monitor_ids', 'text')
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('recipient', 'text')
      .addColumn('url', 'text')
      .addColumn('secret_sealed', 'text')
      .addColumn('tell_recovery', 'integer', (c) => c.notNull())
      .addColumn('muted_until', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addCheckConstraint('alert_rules_one_owner', sql`(account_id is null) <> (partner_id is null)`)
      .execute()
    await addIndex(db, 'alert_rules_by_account', 'alert_rules', ['account_id'])
    await addIndex(db, 'alert_rules_by_partner', 'alert_rules', ['partner_id'])

    await db.schema
      .createTable('alerts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('rule_id', 'text', (c) => c.references('alert_rules.id').onDelete('set null'))
      .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
      .addColumn('partner_id', 'text', (c) => c.references('partners.id').onDelete('cascade'))
      .addColumn('rule_name', 'text', (c) => c.notNull())
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('target', 'text')
      .addColumn('incident_id', 'text', (c) => c.references('incidents.id').onDelete('set null'))
      .addColumn('change_id', 'text')
      .addColumn('what', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('reason', 'text')
      .addColumn('held_at', 'bigint')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('tried_at', 'bigint')
      .addColumn('next_at', 'bigint', (c) => c.notNull())
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('sent_at', 'bigint')
      .addColumn('digest_id', 'text')
      .addUniqueConstraint('alerts_once', ['rule_id', 'change_id'])
      .execute()
    await addIndex(db, 'alerts_by_account', 'alerts', ['account_id', 'created_at', 'id'])
    await addIndex(db, 'alerts_by_partner', 'alerts', ['partner_id', 'created_at', 'id'])
    await addIndex(db, 'alerts_by_incident', 'alerts', ['incident_id', 'rule_id'])
    await addIndex(db, 'alerts_by_rule', 'alerts', ['rule_id', 'sent_at'])
    await addIndex(db, 'alerts_by_digest', 'alerts', ['digest_id'])
    await addIndex(db, 'alerts_by_creation', 'alerts', ['created_at'])
    await sql`create index alerts_due on alerts (next_at) where state in ('waiting', 'sending')`.execute(db)
  },
}

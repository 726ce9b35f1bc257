import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { addIndex } from './add-index.ts'

/** Incidents, what a monitor's latest rounds found, and availability by the hour. */
export function incidents(kind: Kind): Migration {
  // in SQLite, rows are stored in the order of the key, so that those of a monitor are read together
  const end = kind === 'sqlite' ? sql`without rowid` : sql``
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('incidents')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('site_id', 'text', (c) => c.references('sites.id').onDelete('set null'))
        .addColumn('host', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('severity', 'integer', (c) => c.notNull())
        .addColumn('cause', 'text', (c) => c.notNull())
        .addColumn('started_at', 'bigint', (c) => c.notNull())
        .addColumn('ended_at', 'bigint')
        .addColumn('opened_at', 'bigint', (c) => c.notNull())
        .addColumn('closed_at', 'bigint')
        .addColumn('end_reason', 'text')
        .addColumn('partly', 'integer', (c) => c.notNull())
        .execute()
      await sql`create unique index incidents_open on incidents (account_id, host, kind) where ended_at is null`.execute(
        db,
      )
      await addIndex(db, 'incidents_by_account', 'incidents', ['account_id', 'started_at', 'id'])
      await addIndex(db, 'incidents_by_site', 'incidents', ['site_id', 'started_at', 'id'])
      await addIndex(db, 'incidents_by_end', 'incidents', ['ended_at'])

      await db.schema
        .createTable('incident_places')
        .addColumn('incident_id', 'text', (c) => c.notNull().references('incidents.id').onDelete('cascade'))
        .addColumn('monitor_id', 'text', (c) => c.notNull())
        .addColumn('location', 'text', (c) => c.notNull())
        .addColumn('since', 'bigint', (c) => c.notNull())
        .addColumn('until', 'bigint')
        .addColumn('severity', 'integer', (c) => c.notNull())
        .addColumn('cause', 'text', (c) => c.notNull())
        .addColumn('first_sample_id', 'text', (c) => c.notNull())
        .addColumn('last_sample_id', 'text', (c) => c.notNull())
        .addColumn('samples', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('incident_places_once', ['incident_id', 'monitor_id', 'location', 'since'])
        .modifyEnd(end)
        .execute()
      await addIndex(db, 'incident_places_by_monitor', 'incident_places', ['monitor_id', 'since'])

      await db.schema
        .createTable('incident_changes')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('incident_id', 'text', (c) => c.notNull().references('incidents.id').onDelete('cascade'))
        .addColumn('change', 'text', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .execute()
      await addIndex(db, 'incident_changes_by_incident', 'incident_changes', ['incident_id'])

      await db.schema
        .createTable('recent_rounds')
        .addColumn('monitor_id', 'text', (c) => c.primaryKey().references('monitors.id').onDelete('cascade'))
        .addColumn('host', 'text', (c) => c.notNull())
        .addColumn('rounds', 'text', (c) => c.notNull())
        .execute()
      await addIndex(db, 'recent_rounds_by_host', 'recent_rounds', ['host'])

      await db.schema
        .createTable('availability')
        .addColumn('monitor_id', 'text', (c) => c.notNull().references('monitors.id').onDelete('cascade'))
        .addColumn('hour', 'integer', (c) => c.notNull())
        .addColumn('measured_ms', 'bigint', (c) => c.notNull())
        .addColumn('failed_ms', 'bigint', (c) => c.notNull())
        .addColumn('rounds', 'integer', (c) => c.notNull())
        .addColumn('failed_rounds', 'integer', (c) => c.notNull())
        .addColumn('samples', 'integer', (c) => c.notNull())
        .addColumn('clean_samples', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('availability_by_time', ['monitor_id', 'hour'])
        .modifyEnd(end)
        .execute()
    },
  }
}

import { type Kysely, sql } from 'kysely'
import { isSecretHeader } from '../../../contract/index.ts'
import type { Database, Monitor, Schema } from '../../database/index.ts'
import type { Vault } from '../../secrets/index.ts'
import { type MonitorSpec, readSpec } from './rules.ts'

/** A specification without the values of its secret headers, and these values, sealed. */
export function sealHeaders(spec: MonitorSpec, vault: Vault): { spec: MonitorSpec; headers_sealed: string | null } {
  const headers = spec.constants.http_headers ?? []
  const secrets = headers.filter(isSecret).map(({ value }) => value ?? '')
  if (secrets.length === 0) return { spec, headers_sealed: null }
  const http_headers = headers.map((header) => (isSecret(header) ? { ...header, value: null } : header))
  return {
    spec: { ...spec, constants: { ...spec.constants, http_headers } },
    headers_sealed: vault.seal(JSON.stringify(secrets)),
  }
}

/** The request headers that a monitor or test sends, with their secret values. */
export function openHeaders(
  { http_headers }: Pick<MonitorSpec['constants'], 'http_headers'>,
  sealed: Monitor['headers_sealed'],
  vault: Vault,
): { name: string; value: string }[] {
  const secrets = sealed === null ? [] : (JSON.parse(vault.open(sealed)) as string[])
  let next = 0
  return (http_headers ?? []).map(({ name, value }) => ({ name, value: value ?? secrets[next++] ?? '' }))
}

function isSecret({ name }: { readonly name: string }): boolean {
  return isSecretHeader(name)
}

/**
 * Seals the secret headers that an older version stored in plain text. Several processes may do this at once: the others
 * wait for the first, and then find nothing left to do.
 */
export async function sealPlainHeaders({ db, kind }: Database, vault: Vault): Promise<void> {
  const waiting = await db.selectFrom('meta').select('name').where('name', '=', 'plain_headers').executeTakeFirst()
  if (!waiting) return
  // SQLite would otherwise leave the old text in unused parts of the file
  if (kind === 'sqlite') await sql`pragma secure_delete = on`.execute(db)
  await db.transaction().execute((trx) => sealAll(trx, vault))
  if (kind === 'sqlite') {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    await sql`pragma secure_delete = off`.execute(db)
  }
}

async function sealAll(trx: Kysely<Schema>, vault: Vault): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom('meta').where('name', '=', 'plain_headers').executeTakeFirst()
  if (numDeletedRows === 0n) return
  const monitors = await trx
    .selectFrom('monitors')
    .select(['id', 'spec', 'headers_sealed'])
    .where('spec', 'like', '%"http_headers":[%')
    .execute()
  for (const monitor of monitors) {
    const before = readSpec(monitor)
    if (!before.constants.http_headers?.some((header) => isSecret(header) && header.value !== null)) continue
    const http_headers = openHeaders(before.constants, monitor.headers_sealed, vault)
    const opened = { ...before, constants: { ...before.constants, http_headers } }
    const { spec, headers_sealed } = sealHeaders(opened, vault)
    await trx
      .updateTable('monitors')
      .set({ spec: JSON.stringify(spec), headers_sealed })
      .where('id', '=', monitor.id)
      .execute()
  }
}

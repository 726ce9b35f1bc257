import { Client } from 'pg'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from '../src/service/database/index.ts'
import { Partners } from '../src/service/partners.ts'
import { newKey, Vault } from '../src/service/secrets/index.ts'

export const accounts = 1_000
export const monitors = 5_000
export const samplesEach = 1_000
/** Samples lie this far apart: a thousand of them are 30 days. */
const step = Math.floor((30 * 24 * 3600_000) / samplesEach)

export interface World {
  readonly partner: { readonly id: string; readonly key: string }
  readonly account: string
  /** Monitors of the account. */
  readonly profiles: readonly string[]
}

/** Ids that sort like those of the service, but are made by the database itself. */
const id = (kind: number, n: string) => `'01930000-7c1e-7000-8${kind}00-' || ${n}`

/** Five million samples, made by the database itself, as fast as it writes. */
export async function fill(database: Database, url: string, masterKey: Uint8Array, now: number): Promise<World> {
  const vault = new Vault(masterKey)
  const { partner, key } = await new Partners(database, vault).create({ name: 'Bench', email: 'bench@example.com' })
  const hex =
    database.kind === 'sqlite' ? (n: string) => `printf('%012x', ${n})` : (n: string) => `lpad(to_hex(${n}), 12, '0')`
  const series = (name: string, count: number) =>
    database.kind === 'sqlite'
      ? `(with recursive c(x) as (select 0 union all select x + 1 from c where x < ${count - 1}) select x from c) ${name}`
      : `(select generate_series(0, ${count - 1})::bigint x) ${name}`
  const noise = (n: string, most: number) => `((${n} * 7919 + 13) % ${most})`
  const n = 'm.x * 1000 + s.x'
  const metrics = [
    '4',
    '21',
    '33',
    noise(n, 400),
    noise(n, 600),
    noise(n, 700),
    noise(n, 900),
    noise(n, 900),
    noise(n, 2400),
    noise(n, 1500),
    noise(n, 3000),
    noise(n, 3200),
    noise(n, 300),
    noise(n, 1900),
    noise(n, 101),
    '0.02',
    '200',
    '42',
    noise(n, 900000),
    '0',
    '0',
    '0',
  ]
  const spec =
    '{"template_type":"multi-location","constants":{"url":"http://bench.example/","protocol":"HTTP","http_headers":null,"auth":null},"variables":{"locations":["local"],"connectivities":[],"browsers":[]},"timing":{"interval":43,"policy":"PARALLEL","duration":null,"run_times":null}}'
  const statements = [
    `insert into accounts (id, partner_id, name, name_lower, email, email_lower, plan, key_hash, key_sealed, password_hash, created_at)
     select ${id(1, hex('a.x'))}, '${partner.id}', 'Account ' || a.x, 'account ' || a.x, 'a' || a.x || '@example.com', 'a' || a.x || '@example.com', 'free', 'h' || a.x, '${vault.seal(newKey())}', 'none', ${now} from ${series('a', accounts)}`,
    `insert into monitors (id, account_id, kind, name, name_lower, type, status, spec, interval_ms, created_at, updated_at)
     select ${id(2, hex('m.x'))}, ${id(1, hex(`m.x % ${accounts}`))}, 'monitor', 'Monitor ' || m.x, 'monitor ' || m.x, 'WEBPAGE', 'SUSPENDED', '${spec}', ${43 * 60_000}, ${now}, ${now} from ${series('m', monitors)}`,
    // in the order of time, as they would come: the monitors' samples lie apart from each other
    `insert into samples (id, monitor_id, taken_at, sample_type, location, data_center, issues, metrics)
     select ${id(3, hex(n))}, ${id(2, hex('m.x'))}, ${now} - (${samplesEach} - s.x) * cast(${step} as bigint), ${noise(n, 4)}, 'local', 'local', '[]', '[' || ${metrics.join(" || ',' || ")} || ']' from ${series('s', samplesEach)} cross join ${series('m', monitors)}`,
  ]
  await run(database, url, statements)
  const account = `01930000-7c1e-7000-8100-${(7).toString(16).padStart(12, '0')}`
  const profiles = [7, 1007, 2007].map((m) => `01930000-7c1e-7000-8200-${m.toString(16).padStart(12, '0')}`)
  return { partner: { id: partner.id, key }, account, profiles }
}

async function run(database: Database, url: string, statements: readonly string[]): Promise<void> {
  if (database.kind === 'postgres') {
    const client = new Client(url)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.query('analyze')
    await client.end()
    return
  }
  const file = new DatabaseSync(url)
  file.exec('pragma synchronous = off; pragma cache_size = -400000')
  for (const statement of statements) file.exec(statement)
  file.exec('pragma wal_checkpoint(truncate)')
  file.close()
}

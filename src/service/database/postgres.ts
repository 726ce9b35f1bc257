import { PostgresDialect, type PostgresPool } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from 'pg'

/** Prepared statements per connection; list queries have a few dozen shapes. */
const maxStatements = 200
/** Longer statements are bulk inserts, whose shape varies with the number of rows. */
const maxStatementLength = 4_000

export function postgresDialect(url: string): PostgresDialect {
  return dialectOf({ connectionString: url, max: 20 })
}

/** For reading only, over one connection. */
export function postgresReaderDialect(url: string): PostgresDialect {
  return dialectOf({ connectionString: url, max: 1, options: '-c default_transaction_read_only=on' })
}

function dialectOf(options: PoolConfig): PostgresDialect {
  const parsers = new TypeOverrides()
  // times and counts are far below 2^53
  parsers.setTypeParser(types.builtins.INT8, Number)
  const pool = new Pool({ ...options, types: parsers, application_name: 'site-performance' })
  // the next query replaces an idle connection that breaks; without a listener it would end the process
  pool.on('error', () => {})
  return new PostgresDialect({ pool: preparing(pool) })
}

/** Prepares each statement once per connection: parsing and planning are most of a short query's time. */
function preparing(pool: Pool): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<PoolClient, PoolClient>()
  const nameOf = (sql: string) => {
    const known = names.get(sql)
    if (known !== undefined || names.size === maxStatements || sql.length > maxStatementLength) return known
    const name = `s${names.size}`
    names.set(sql, name)
    return name
  }
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const prepared = clients.get(client) ?? preparingClient(client, nameOf)
      clients.set(client, prepared)
      return prepared
    },
    end: () => pool.end(),
  }
}

function preparingClient(client: PoolClient, nameOf: (sql: string) => string | undefined): PoolClient {
  const query = (sql: string, values: readonly unknown[]) =>
    client.query({ text: sql, values: [...values], name: nameOf(sql) })
  return new Proxy(client, {
    get(target, property) {
      if (property === 'query') return query
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

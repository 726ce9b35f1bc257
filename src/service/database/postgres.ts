import { PostgresDialect, type PostgresPool } from 'kysely'
import { Pool, type PoolClient, TypeOverrides, types } from 'pg'

/** How many statements are kept prepared on each connection; list queries come in a few dozen shapes. */
const maxStatements = 200
/** Longer ones write many rows at once, in as many shapes as there are numbers of rows. */
const maxStatementLength = 4_000

export function postgresDialect(url: string): PostgresDialect {
  const parsers = new TypeOverrides()
  // times and counts stay far below 2^53
  parsers.setTypeParser(types.builtins.INT8, Number)
  const pool = new Pool({ connectionString: url, max: 20, types: parsers, application_name: 'site-performance' })
  // a connection that breaks while nobody uses it is replaced by the next query; without a listener it ends the process
  pool.on('error', () => {})
  return new PostgresDialect({ pool: preparing(pool) })
}

/** The pool with statements that are parsed and planned once a connection, not each time: that is most of a short query. */
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

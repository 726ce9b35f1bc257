import { PostgresDialect, type PostgresPool } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from 'pg'

/** Prepared statements per connection; list queries have a few dozen shapes. */
const maxStatements = 200
/** Longer statements are bulk inserts, whose shape varies with the number of rows. */
const maxStatementLength = 4_000

/** A connection that is idle and dead is noticed after a minute or two. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** When a process gives up on a server: a connection may be dead for a quarter of an hour without a sign. */
export interface DatabaseTimeouts {
  /** How long connecting may take, and waiting for a free connection, ms. */
  readonly connect: number
  /** How long a statement may take, ms. */
  readonly query: number
  /** How many connections a process may open; each may hang until its timeout. */
  readonly connections: number
}

export function postgresDialect(url: string, timeouts?: DatabaseTimeouts): PostgresDialect {
  if (!timeouts) return dialectOf({ connectionString: url, max: 20 })
  const { connect, connections } = timeouts
  return dialectOf(
    { connectionString: url, max: connections, connectionTimeoutMillis: connect, ...keptAlive },
    timeouts.query,
  )
}

/** For reading only, over one connection. */
export function postgresReaderDialect(url: string): PostgresDialect {
  return dialectOf({ connectionString: url, max: 1, options: '-c default_transaction_read_only=on' })
}

function dialectOf(options: PoolConfig, queryMs?: number): PostgresDialect {
  const parsers = new TypeOverrides()
  // times and counts are far below 2^53
  parsers.setTypeParser(types.builtins.INT8, Number)
  const pool = new Pool({ ...options, types: parsers, application_name: 'site-performance' })
  // the next query replaces an idle connection that breaks; without a listener it would end the process
  pool.on('error', () => {})
  // so would one that breaks between two statements of a transaction; the next of them fails
  pool.on('connect', (client) => client.on('error', () => {}))
  const prepared = preparing(pool)
  return new PostgresDialect({ pool: queryMs === undefined ? prepared : impatient(prepared, queryMs) })
}

/**
 * Gives up on a statement that takes too long, and on its connection, which may never answer. Those that were idle
 * meanwhile are given up, too, so that not each of them has to be waited for in turn.
 */
function impatient(pool: PostgresPool, queryMs: number): PostgresPool {
  /** How often a statement took too long. */
  let timeouts = 0
  const knownAt = new WeakMap<object, number>()
  return {
    ...pool,
    async connect() {
      for (;;) {
        const client = (await pool.connect()) as PoolClient
        if ((knownAt.get(client) ?? timeouts) === timeouts) {
          knownAt.set(client, timeouts)
          return impatientClient(client, queryMs, () => timeouts++)
        }
        client.release(true)
      }
    },
  }
}

function impatientClient(client: PoolClient, queryMs: number, onTimeout: () => void): PoolClient {
  let problem: Error | undefined
  const query = async (sql: string, values: unknown[]) => {
    // what follows in the same transaction
    if (problem) throw problem
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      problem = new Error(`The database gave no answer within ${queryMs} ms.`)
      onTimeout()
      late.reject(problem)
    }, queryMs)
    const answered = client.query(sql, values)
    // once the connection is closed, nobody waits for it any more
    answered.catch(() => {})
    try {
      return await Promise.race([answered, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return withMembers(client, {
    query,
    release: (isBroken?: boolean) => client.release(isBroken || problem !== undefined),
  })
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
  return withMembers(client, { query })
}

/** A client with some members of our own. */
function withMembers(client: PoolClient, members: Readonly<Record<string, unknown>>): PoolClient {
  return new Proxy(client, {
    get(target, property) {
      if (typeof property === 'string' && Object.hasOwn(members, property)) return members[property]
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: { readonly url: string; readonly template: string } | undefined
  }
}

/**
 * The PostgreSQL server on which tests create their databases, and the name of a database with all tables. Undefined
 * where they run on SQLite. The project "postgres" has the test files that import this, directly or not.
 */
export const databaseServer = inject('databaseServer')

/** A test that has no meaning on SQLite. */
export const onPostgres = test.runIf(databaseServer)

/** Creates a database on the server, with all tables or with none. `drop` also ends its connections. */
export async function createDatabase(content: 'all tables' | 'no tables') {
  if (!databaseServer) throw new Error('These tests run on SQLite.')
  const { url, template } = databaseServer
  const name = `test_${randomBytes(6).toString('hex')}`
  const own = new URL(url)
  own.pathname = name
  await query(url, `create database ${name}${content === 'all tables' ? ` template ${template}` : ''}`)
  return { url: own.href, drop: () => query(url, `drop database ${name} with (force)`) }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

import type { Kysely } from 'kysely'
import type { Schema } from '../database/index.ts'
import { hostnameOf } from '../world/dns.ts'

/** The sites with a host name, with whatever port. */
export function withHostname(db: Kysely<Schema>, host: string) {
  const hostname = hostnameOf(host)
  return db.selectFrom('sites').where((eb) =>
    // the character after the colon is the semicolon
    eb.or([eb('host', '=', hostname), eb.and([eb('host', '>', `${hostname}:`), eb('host', '<', `${hostname};`)])]),
  )
}

import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Role } from '../../contract/index.ts'
import type { Person, PersonLink, Schema } from '../database/index.ts'
import { hashOf, passwordHash } from '../secrets/index.ts'
import { startSession } from '../sessions/index.ts'
import { testPassword } from './password.ts'
import { start } from './service.ts'

// hashed once: it takes long by design
let hashing: Promise<string> | undefined

/** Makes a person, who belongs nowhere yet. */
export async function insertPerson(db: Kysely<Schema>, fields: Partial<Person> = {}): Promise<Person> {
  const id = randomUUID()
  const email = fields.email ?? `${id}@people.example`
  const person: Person = {
    id,
    name: `Ada ${id.slice(0, 8)}`,
    email,
    email_lower: email.toLowerCase(),
    password_hash: await (hashing ??= passwordHash(testPassword)),
    password_is_generated: 0,
    password_set_at: start,
    created_at: start,
    ...fields,
  }
  await db.insertInto('people').values(person).execute()
  return person
}

/** A partner's or an account's id. */
export type At = { readonly partner_id: string } | { readonly account_id: string }

/** Makes a person belong to a partner or an account. */
export async function join(db: Kysely<Schema>, person: Pick<Person, 'id'>, at: At, role: Role): Promise<void> {
  await db
    .insertInto('memberships')
    .values({
      id: randomUUID(),
      person_id: person.id,
      partner_id: null,
      account_id: null,
      role,
      created_at: start,
      last_seen_at: Math.floor(start / 60_000) * 60_000,
      ...at,
    })
    .execute()
}

/** Makes somebody who belongs there. */
export async function insertMember(
  db: Kysely<Schema>,
  at: At,
  role: Role,
  fields: Partial<Person> = {},
): Promise<Person> {
  const person = await insertPerson(db, fields)
  await join(db, person, at, role)
  return person
}

/** What a browser sends that is signed in as somebody, by a partner’s link if that is for one account only. */
export async function sessionOf(
  db: Kysely<Schema>,
  owner: Parameters<typeof startSession>[1],
  now: number = start,
): Promise<{ readonly id: string; readonly token: string; readonly cookie: string }> {
  const method = 'person' in owner ? (owner.account ? 'link' : 'password') : 'key'
  const started = { method, kept: false, browser: null, address: '192.0.2.1', now } as const
  const { id, token } = await startSession(db, owner, started)
  return { id, token, cookie: cookieOf(token) }
}

export const cookieOf = (token: string, suffix = '') => `__Host-site-performance${suffix}=${token}`

/** What a browser adds to a request of the service's own page. */
export const ownPage = { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://perf.example' } as const

/** Makes an open link of a mail. @returns its token and id */
export async function insertLink(
  db: Kysely<Schema>,
  link: {
    readonly kind: PersonLink['kind']
    readonly email: string
    readonly role?: Role
    readonly person_id?: string
    readonly partner_id?: string
    readonly account_id?: string
  },
): Promise<{ readonly id: string; readonly token: string }> {
  const [id, token] = [randomUUID(), randomUUID()]
  await db
    .insertInto('person_links')
    .values({
      id,
      token_hash: hashOf(token),
      email_lower: link.email.toLowerCase(),
      person_id: null,
      partner_id: null,
      account_id: null,
      role: null,
      invited_by: null,
      membership_id: null,
      path: null,
      created_at: start,
      expires_at: start + 30 * 60_000,
      used_at: null,
      ...link,
    })
    .execute()
  return { id, token }
}

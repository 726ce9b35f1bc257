import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { conflict, type HttpError } from '../api/errors.ts'
import type { PersonLink, Schema } from '../database/index.ts'
import { hashOf } from '../secrets/index.ts'
import { newToken } from '../sessions/index.ts'

type Purpose = Pick<PersonLink, 'kind' | 'email'> &
  Partial<
    Pick<PersonLink, 'person_id' | 'partner_id' | 'account_id' | 'role' | 'invited_by' | 'membership_id' | 'path'>
  >

/** Makes a link that works once, for so many ms. @returns its token, which is stored nowhere */
export async function makeLink(
  db: Kysely<Schema>,
  purpose: Purpose,
  { now, lifetime }: { readonly now: number; readonly lifetime: number },
): Promise<{ readonly link: PersonLink; readonly token: string }> {
  const token = newToken()
  const link: PersonLink = {
    id: uuid(),
    token_hash: hashOf(token),
    email_lower: purpose.email.toLowerCase(),
    person_id: null,
    partner_id: null,
    account_id: null,
    role: null,
    invited_by: null,
    membership_id: null,
    path: null,
    created_at: now,
    expires_at: now + lifetime,
    used_at: null,
    ...purpose,
  }
  await db.insertInto('person_links').values(link).execute()
  return { link, token }
}

const sentences: Readonly<Record<PersonLink['kind'], string>> = {
  invitation: 'This invitation has expired, or was used or withdrawn. Ask for another one.',
  reset: 'This link has expired or was used. Ask for another one.',
  sign_in: 'This link has expired or was used. Go back to where you found it, and open it again.',
}

const refusal = (kind: PersonLink['kind']): HttpError => conflict(sentences[kind])

/** The link of a token, if it still works. @throws {HttpError} 409 */
export async function readLink(
  db: Kysely<Schema>,
  kind: PersonLink['kind'],
  token: string,
  now: number,
): Promise<PersonLink> {
  const link = await db
    .selectFrom('person_links')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!link) throw refusal(kind)
  return link
}

/** Uses a link up, in the transaction that does what it is for. @throws {HttpError} 409 where another was faster */
export async function useLink(trx: Kysely<Schema>, { id, kind }: PersonLink, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('person_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refusal(kind)
}

/** Withdraws a person's links for a new password: only the latest works, and none once the password has changed. */
export async function dropResets(db: Kysely<Schema>, personId: string): Promise<void> {
  await db.deleteFrom('person_links').where('kind', '=', 'reset').where('person_id', '=', personId).execute()
}

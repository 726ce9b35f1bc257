import type { Database } from './connect.ts'

/** What a certificate authority that asks for this token on this host has to be answered; undefined for nothing. */
export async function readAcmeChallenge(
  { db }: Database,
  hostname: string,
  token: string,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('acme_challenges')
    .select('answer')
    .where('token', '=', token)
    .where('hostname', '=', hostname)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.answer
}

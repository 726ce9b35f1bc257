import OAuth2Server from '@node-oauth/oauth2-server'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Role } from '../../contract/index.ts'
import type { Services } from '../api/services.ts'
import type { Application, AuthorizationCode, Schema } from '../database/index.ts'
import { recordAt } from '../events/index.ts'
import { isFull, keyLimits, type KeyOwner, lockOwner, mainRow, ownerOf } from '../keys/index.ts'
import { hashOf, newKey } from '../secrets/index.ts'
import { newToken } from '../sessions/index.ts'
import { endKeys, isRegistered, redirectUrisOf } from './applications.ts'
import { oauthLimits } from './limits.ts'

/** What somebody allows an application, as the library's user. */
export interface Grant {
  readonly owner: KeyOwner
  readonly role: Role
  /** Of the person who allows it, with whom the key ends; null for somebody who signed in with a key. */
  readonly membershipId: string | null
}

type Parts = Pick<Services, 'database' | 'world'>

/**
 * An OAuth 2.1 server for codes with PKCE, whose tokens are API keys.
 * @param namesRedirect whether a token request has a `redirect_uri`: RFC 6749 compares it, OAuth 2.1 leaves it out, as PKCE does more
 */
export function oauthServer(services: Parts, namesRedirect = true): OAuth2Server {
  return new OAuth2Server({
    model: modelOf(services, namesRedirect),
    // not said to the application, as its key ends later each time it's used
    accessTokenLifetime: keyLimits.unused / 1000,
    authorizationCodeLifetime: oauthLimits.code / 1000,
    allowEmptyState: true,
    allowExtendedTokenAttributes: true,
    // applications on people's machines can't keep a secret, and PKCE proves what one would
    requireClientAuthentication: { authorization_code: false },
  })
}

type Model = OAuth2Server.AuthorizationCodeModel

function modelOf({ database, world }: Parts, namesRedirect: boolean): Model {
  const { db } = database
  const now = () => world.clock.now()
  return {
    async getClient(id) {
      const application = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst()
      return application && clientOf(application)
    },

    validateRedirectUri: async (uri, { redirectUris }) => isRegistered(uri, asList(redirectUris)),

    generateAuthorizationCode: async () => newToken(),

    async saveAuthorizationCode(code, client, user) {
      const { owner, role, membershipId } = user['grant'] as Grant
      await db
        .insertInto('authorization_codes')
        .values({
          code_hash: hashOf(code.authorizationCode),
          application_id: client.id,
          redirect_uri: code.redirectUri,
          code_challenge: code.codeChallenge ?? '',
          partner_id: null,
          account_id: null,
          [owner.column]: owner.id,
          role,
          membership_id: membershipId,
          expires_at: now() + oauthLimits.code,
          used_at: null,
          replayed_at: null,
          key_id: null,
        })
        .execute()
      return { ...code, client, user }
    },

    async getAuthorizationCode(text) {
      const row = await db
        .selectFrom('authorization_codes')
        .innerJoin('applications', 'applications.id', 'application_id')
        .selectAll('authorization_codes')
        .select(['applications.name', 'applications.redirect_uris', 'applications.created_at'])
        .where('code_hash', '=', hashOf(text))
        .executeTakeFirst()
      if (!row) return null
      if (row.used_at !== null) {
        await endReplayed(row.code_hash, { database, world })
        return null
      }
      if (row.expires_at <= now()) return null
      const { name, redirect_uris, created_at, ...code } = row
      return {
        authorizationCode: text,
        // judged above, by the service's clock
        expiresAt: new Date(8.64e15),
        // without one, the library compares none
        redirectUri: namesRedirect ? code.redirect_uri : '',
        codeChallenge: code.code_challenge,
        codeChallengeMethod: 'S256',
        scope: [code.role],
        client: clientOf({ id: code.application_id, name, redirect_uris, created_at }),
        user: { code },
      }
    },

    async revokeAuthorizationCode({ authorizationCode }) {
      const codeHash = hashOf(authorizationCode)
      const { numUpdatedRows } = await db
        .updateTable('authorization_codes')
        .set({ used_at: now() })
        .where('code_hash', '=', codeHash)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) return true
      // it has come twice at once
      await endReplayed(codeHash, { database, world })
      return false
    },

    generateAccessToken: async () => newKey(),
    generateRefreshToken: async () => '',

    async saveToken({ accessToken, scope }, client, user) {
      const code = user['code'] as AuthorizationCode
      const id = uuid()
      const { name } = client['application'] as Application
      const owner = ownerOf(code)
      const at = now()
      await db.transaction().execute(async (trx) => {
        await lockOwner(trx, owner, database)
        const person = await trx
          .selectFrom('memberships')
          .innerJoin('people', 'people.id', 'person_id')
          .select(['people.id', 'people.name'])
          .where('memberships.id', '=', code.membership_id)
          .executeTakeFirst()
        const kind = owner.column === 'partner_id' ? 'partner' : 'holder'
        const by = { actor: { kind, person: person ?? null, key: null }, now: at } as const
        for (const keyId of await leastUsed(trx, code.membership_id))
          await endKeys(trx, { column: 'id', id: keyId }, by)
        if (await isFull(trx, owner))
          throw new OAuth2Server.InvalidGrantError(`There are ${keyLimits.keys} API keys already.`)
        await trx
          .insertInto('api_keys')
          .values({
            ...mainRow(owner, at),
            id,
            main: 0,
            name,
            role: code.role,
            key_hash: hashOf(accessToken),
            created_by: person?.name ?? null,
            ends_at: at + keyLimits.unused,
            application_id: client.id,
            membership_id: code.membership_id,
          })
          .execute()
        const { numUpdatedRows } = await trx
          .updateTable('authorization_codes')
          .set({ key_id: id })
          .where('code_hash', '=', code.code_hash)
          .where('replayed_at', 'is', null)
          .executeTakeFirst()
        // somebody else has the code too
        if (numUpdatedRows === 0n) throw new OAuth2Server.InvalidGrantError('The code was used twice.')
        const detail = { name, role: code.role, sites: null, until: null }
        await recordAt(trx, owner, { kind: 'key.created', detail }, by)
      })
      const place = owner.column === 'partner_id' ? { partner_id: owner.id } : { user_id: owner.id }
      return { accessToken, ...(scope ? { scope } : {}), client, user, ...place }
    },

    // keys are read by `access.ts`
    getAccessToken: async () => null,
  }
}

/**
 * The keys that end with the next one that a person allows, those used least recently: nobody fills a place's with those of
 * applications.
 */
export async function leastUsed(db: Kysely<Schema>, membershipId: string | null): Promise<string[]> {
  const own = await db
    .selectFrom('api_keys')
    .select('id')
    .where('membership_id', '=', membershipId)
    .orderBy((eb) => eb.fn.coalesce('used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute()
  return own.slice(oauthLimits.keysOfPerson - 1).map(({ id }) => id)
}

/** Ends the key of a code that comes a second time: one of the two callers has stolen it (RFC 6749, section 4.1.2). */
async function endReplayed(codeHash: string, { database: { db }, world }: Parts): Promise<void> {
  const now = world.clock.now()
  await db.transaction().execute(async (trx) => {
    const code = await trx
      .updateTable('authorization_codes')
      .set({ replayed_at: now })
      .where('code_hash', '=', codeHash)
      .returning('key_id')
      .executeTakeFirst()
    if (code?.key_id) await endKeys(trx, { column: 'id', id: code.key_id }, { actor: 'service', now })
  })
}

const clientOf = (application: Application): OAuth2Server.Client => ({
  id: application.id,
  application,
  grants: ['authorization_code'],
  redirectUris: [...redirectUrisOf(application)],
})

const asList = (uris: string | string[] | undefined) => (uris === undefined ? [] : [uris].flat())

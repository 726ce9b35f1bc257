import { v7 as uuid } from 'uuid'
import { type Endpoint, headers } from '../../contract/index.ts'
import { conflict, HttpError } from '../api/errors.ts'
import { JsonReply } from '../api/json-reply.ts'
import type { Services } from '../api/services.ts'
import { lifetimes } from '../database/index.ts'
import { hashOf } from '../secrets/index.ts'

/** A string of the draft's structured field, or the bare text that most clients send. */
const keySyntax = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/

/**
 * A request's Idempotency-Key. Only a POST can have one: the other methods may be repeated anyway. One about a session has none, as
 * its reply wouldn't bring the cookie again.
 * @throws {HttpError} 400
 */
export function idempotencyKeyOf(request: Request, { access, method }: Endpoint): string | undefined {
  const sent = request.headers.get(headers.idempotencyKey)?.trim()
  if (sent === undefined || method !== 'POST' || access === 'session' || access === 'guest') return undefined
  const [, quoted, bare] = keySyntax.exec(sent) ?? []
  const key = quoted ?? bare
  if (key === undefined)
    throw new HttpError(400, `${headers.idempotencyKey} must be 1 to 255 printable characters of ASCII.`)
  return key
}

interface Asked {
  /** The id or address of the caller. */
  readonly caller: string
  readonly key: string
  /** All that the reply depends on. */
  readonly request: unknown
}

/**
 * Runs a request's handler once: a request with the same key gets the first one's reply for 24 hours. A refusal doesn't
 * count, since nothing was done.
 * @throws {HttpError} 409 while the first has no reply, 422 for a key of another request, 429 for too many keys
 */
export async function replyOnce(asked: Asked, handle: () => Promise<unknown>, services: Services): Promise<unknown> {
  const { database, vault } = services
  await services.limits.keptReplies.count(asked.caller)
  const claimed = await claim(asked, services)
  if (claimed.earlier !== undefined) return new JsonReply(new TextEncoder().encode(vault.open(claimed.earlier)))
  const { id } = claimed
  let reply: unknown
  try {
    reply = await handle()
  } catch (error) {
    await database.db
      .deleteFrom('idempotent_replies')
      .where('id', '=', id)
      .execute()
      .catch((problem: unknown) => services.log.error({ err: problem }, 'a key of a refused request stays claimed'))
    throw error
  }
  const json = reply instanceof JsonReply ? new TextDecoder().decode(reply.bytes) : JSON.stringify(reply)
  const sealed = vault.seal(json)
  await database.db.updateTable('idempotent_replies').set({ reply_sealed: sealed }).where('id', '=', id).execute()
  return reply
}

type Claim = { readonly id: string; readonly earlier?: undefined } | { readonly earlier: string }

/** Claims a key for a request, or finds the reply that it had. */
async function claim({ caller, key, request }: Asked, { database: { db }, world }: Services): Promise<Claim> {
  const now = world.clock.now()
  const callerKey = hashOf(JSON.stringify([caller, key]))
  const digest = hashOf(JSON.stringify(request))
  const ofKey = db.selectFrom('idempotent_replies').selectAll().where('caller_key', '=', callerKey)
  await db
    .deleteFrom('idempotent_replies')
    .where('caller_key', '=', callerKey)
    .where('created_at', '<', now - lifetimes.replies)
    .execute()
  const id = uuid()
  await db
    .insertInto('idempotent_replies')
    .values({ id, caller_key: callerKey, request: digest, reply_sealed: null, created_at: now })
    .onConflict((conflicting) => conflicting.column('caller_key').doNothing())
    .execute()
  const row = await ofKey.executeTakeFirst()
  if (row?.id === id) return { id }
  if (row && row.request !== digest)
    throw new HttpError(422, `This ${headers.idempotencyKey} was used for another request.`, {
      fields: { [headers.idempotencyKey]: 'was used for another request' },
    })
  if (row?.reply_sealed == null)
    throw conflict(
      `A request with this ${headers.idempotencyKey} is being processed, or was cut off. Check whether it took effect before you send it with another key.`,
    )
  return { earlier: row.reply_sealed }
}

import {
  createKey,
  endKey,
  listKeys,
  partnerKeys,
  rotateKey,
  type KeyRecord,
  type Role,
} from '../../../contract/index.ts'
import { change, changeScoped, markStale } from '../../api/change.ts'
import { call } from '../../api/client.ts'
import { renewSession } from '../../api/exchange-key.ts'
import { ifOffered, q, type Query } from '../../api/queries.ts'
import { callScoped, scopedQuery, type AnyScope } from '../../api/scope.ts'

interface Keys {
  readonly keys: readonly KeyRecord[]
}

/** A key as it is shown once. */
export interface ShownKey {
  readonly name: string
  readonly key: string
}

interface NewKey {
  readonly name: string
  readonly role: Role
  /** Of an account's key; null for all. */
  readonly site_ids: string[] | null
  readonly ends_at: string | null
}

/** The keys of an account or a partner; null if the service has only the one of the account. */
export function keysOf(scope: AnyScope): Query<Keys | null> {
  return ifOffered(
    scope.kind === 'partner'
      ? q(partnerKeys.list, { path: { partner_id: scope.partner } })
      : scopedQuery(listKeys, scope, {}),
  )
}

export function create(scope: AnyScope, { site_ids, ...body }: NewKey): Promise<ShownKey> {
  return scope.kind === 'partner'
    ? change(partnerKeys.create, { path: { partner_id: scope.partner }, body })
    : changeScoped(createKey, scope, { body: { ...body, site_ids } })
}

/** Gives a key a new secret. Whoever has signed in with it stays signed in. */
export async function rotate(scope: AnyScope, { id, current }: KeyRecord, hours: number): Promise<ShownKey> {
  const body = { overlap_hours: hours }
  const shown: ShownKey =
    scope.kind === 'partner'
      ? await call(partnerKeys.rotate, { path: { partner_id: scope.partner, partner_key_id: id }, body })
      : await callScoped(rotateKey, scope, { path: { key_id: id }, body })
  // before anything is read with the old one; whatever comes of that, nobody can read this one later
  if (current) await renewSession(shown.key).catch(() => undefined)
  await markStale(rotateKey.user.id)
  return shown
}

export async function end(scope: AnyScope, id: string): Promise<void> {
  await (scope.kind === 'partner'
    ? change(partnerKeys.end, { path: { partner_id: scope.partner, partner_key_id: id } })
    : changeScoped(endKey, scope, { path: { key_id: id } }))
}

import * as z from 'zod/mini'
import { proofAddress, type readProof, type ReplyOf } from '../../contract/index.ts'
import { callerLimits } from '../api/limits.ts'
import type { Services } from '../api/services.ts'
import { type CacheProofTable, lifetimes, type Site } from '../database/index.ts'

type Row = CacheProofTable

/** The addresses of a site's proof, in order. */
export function proofRows({ id }: Pick<Site, 'id'>, { database, world }: Services): Promise<Row[]> {
  return database.db
    .selectFrom('cache_proofs')
    .selectAll()
    .where('site_id', '=', id)
    .where('created_at', '>=', world.clock.now() - lifetimes.proofs)
    .orderBy('id')
    .execute()
}

/** A site's proof. What nobody looks up any more, because its process has died, isn't open. */
export async function proofOf(site: Site, services: Services): Promise<ReplyOf<typeof readProof>> {
  const rows = await proofRows(site, services)
  const deadline = services.world.clock.now() - callerLimits.proof
  return {
    site_id: site.id,
    proof_id: rows[0]?.proof_id ?? null,
    kind: rows[0]?.kind ?? null,
    addresses: rows.map(({ id, path, lookups, result, created_at }) =>
      z.parse(proofAddress, {
        id,
        path,
        ...z.parse(z.record(z.string(), z.unknown()), JSON.parse(lookups)),
        result: result ?? (created_at < deadline ? 'unknown' : null),
      }),
    ),
  }
}

/** Ends the lookups of a site's proof. */
export async function endProof({ id }: Site, { database }: Services): Promise<void> {
  await database.db
    .updateTable('cache_proofs')
    .set({ result: 'unknown' })
    .where('site_id', '=', id)
    .where('result', 'is', null)
    .execute()
}

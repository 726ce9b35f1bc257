import { provePurge, purgeCache } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { callsOf, itemOf, type Row } from './purge-rows.ts'
import { runCalls } from './purge-run.ts'
import { type Proof, sendProved } from './proof.ts'
import { changePurge } from './purge-store.ts'

interface PurgeRequest {
  readonly purgeKey: string
  readonly siteId: string
  readonly user: string
  readonly rows: readonly Row[]
  /** Undefined for all profiles. */
  readonly profile: string | undefined
}

/** Sends rows and returns the accepted ones. Continues when the user leaves the page. */
export async function runPurge({ purgeKey, siteId, user, rows: sent, profile }: PurgeRequest): Promise<readonly Row[]> {
  const calls = callsOf(sent)
  if (calls.length === 0) return []
  const run = { call: 1, calls: calls.length, rows: sent.length, stopping: false }
  changePurge(purgeKey, () => ({ run, ended: null, restored: false }))
  const query = { user_id: user, ...(profile ? { profile_id: profile } : {}) }
  const path = { site_id: siteId }
  let proof: Proof | undefined
  const made = await runCalls({
    calls: calls.map((callRows) => callRows.map(itemOf)),
    send: async (items) => {
      const body = [...items]
      const proofId = proof?.proof_id ? { proof_id: proof.proof_id } : {}
      proof = await sendProved({ siteId, user }, () =>
        call(provePurge, { path, query: { ...query, ...proofId }, body }),
      )
      return proof ? { success: true } : call(purgeCache, { path, query, body })
    },
    report: (i, results) => {
      if (results.some(({ kind }) => kind === 'accepted')) changePurge(purgeKey, () => ({ purgedAt: Date.now() }))
      const byId = new Map(calls[i]?.map(({ id }, at) => [id, results[at]]))
      changePurge(purgeKey, (purge) => ({
        rows: purge.rows.map((row) => ({ ...row, result: byId.get(row.id) ?? row.result })),
        run: purge.run && { ...purge.run, call: i + 1 },
      }))
    },
    isStopped: () => changePurge(purgeKey, () => ({})).run?.stopping ?? true,
  })
  const ids = new Set(sent.map(({ id }) => id))
  const done = changePurge(purgeKey, () => ({ run: null, ended: { calls: made, of: calls.length } }))
  return done.rows.filter(({ id, result }) => ids.has(id) && result.kind === 'accepted')
}

import { purgeCache } from '../../../../../contract/index.ts'
import { call } from '../../../../api/client.ts'
import { callsOf, isReady, itemOf, type Row } from './purge-rows.ts'
import { runCalls } from './purge-run.ts'
import { beginProof, noteOnPurge } from './run-proof.ts'
import { changePurge } from './purge-store.ts'

interface PurgeRequest {
  readonly purgeKey: string
  readonly siteId: string
  readonly user: string
  readonly host: string
  /** Undefined for all profiles. */
  readonly profile: string | undefined
  /** The optimizer's state. */
  readonly state: unknown
}

/** Sends every ready row and returns the accepted ones. Continues when the user leaves the page. */
export async function runPurge({
  purgeKey,
  siteId,
  user,
  host,
  profile,
  state,
}: PurgeRequest): Promise<readonly Row[]> {
  const { rows } = changePurge(purgeKey, () => ({}))
  const sent = rows.filter((row) => isReady(row, host))
  const calls = callsOf(sent)
  if (calls.length === 0) return []
  const run = { call: 1, calls: calls.length, rows: sent.length, stopping: false }
  changePurge(purgeKey, () => ({ run, ended: null, restored: false }))
  const query = { user_id: user, ...(profile ? { profile_id: profile } : {}) }
  const pathsOf = (rowsOfCall: readonly Row[]) => rowsOfCall.map((row) => itemOf(row).condition)
  const proof = beginProof({ purgeKey, siteId, user, state }, noteOnPurge(pathsOf(sent)))
  const made = await runCalls({
    calls: calls.map((callRows) => callRows.map(itemOf)),
    send: async (body) => {
      await proof.before(body.map(({ condition }) => condition))
      return call(purgeCache, { path: { site_id: siteId }, query, body: [...body] })
    },
    report: (i, results) => {
      const paths = pathsOf(calls[i] ?? [])
      const isAccepted = (_: string, at: number) => results[at]?.kind === 'accepted'
      if (results.some(({ kind }) => kind === 'accepted')) proof.after(paths.filter(isAccepted))
      else if (results.every(({ kind }) => kind !== 'sending')) proof.drop(paths)
      const byId = new Map(calls[i]?.map(({ id }, at) => [id, results[at]]))
      changePurge(purgeKey, (purge) => ({
        rows: purge.rows.map((row) => ({ ...row, result: byId.get(row.id) ?? row.result })),
        run: purge.run && { ...purge.run, call: i + 1 },
      }))
    },
    isStopped: () => changePurge(purgeKey, () => ({})).run?.stopping ?? true,
  })
  proof.end()
  const ids = new Set(sent.map(({ id }) => id))
  const done = changePurge(purgeKey, () => ({ run: null, ended: { calls: made, of: calls.length } }))
  return done.rows.filter(({ id, result }) => ids.has(id) && result.kind === 'accepted')
}

import { purgeCache } from '../../../../../contract/index.ts'
import { call } from '../../../../api/client.ts'
import { callsOf, isReady, itemOf, type Row } from './purge-rows.ts'
import { runCalls } from './purge-run.ts'
import { changePurge } from './purge-store.ts'

interface PurgeRequest {
  readonly place: string
  readonly siteId: string
  readonly user: string
  readonly host: string
  /** All profiles where left out. */
  readonly profile: string | undefined
}

/** Sends every row that is ready, and tells what was accepted. Goes on when the page is left. */
export async function runPurge({ place, siteId, user, host, profile }: PurgeRequest): Promise<readonly Row[]> {
  const { rows } = changePurge(place, () => ({}))
  const sent = rows.filter((row) => isReady(row, host))
  const calls = callsOf(sent)
  if (calls.length === 0) return []
  const run = { call: 1, calls: calls.length, rows: sent.length, stopping: false }
  changePurge(place, () => ({ run, ended: null, restored: false }))
  const query = { user_id: user, ...(profile ? { profile_id: profile } : {}) }
  const made = await runCalls({
    calls: calls.map((one) => one.map(itemOf)),
    send: (body) => call(purgeCache, { path: { site_id: siteId }, query, body: [...body] }),
    report: (i, results) => {
      const byId = new Map(calls[i]?.map(({ id }, at) => [id, results[at]]))
      changePurge(place, (purge) => ({
        rows: purge.rows.map((row) => ({ ...row, result: byId.get(row.id) ?? row.result })),
        run: purge.run && { ...purge.run, call: i + 1 },
      }))
    },
    isStopped: () => changePurge(place, () => ({})).run?.stopping ?? true,
  })
  const ids = new Set(sent.map(({ id }) => id))
  const done = changePurge(place, () => ({ run: null, ended: { calls: made, of: calls.length } }))
  return done.rows.filter(({ id, result }) => ids.has(id) && result.kind === 'accepted')
}

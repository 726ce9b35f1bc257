import { sql } from 'kysely'
import type { TestService } from '../test/service.ts'
import { expect } from 'vitest'

/** The ids of what samples still have, in order of time. */
export async function keptIn({ db }: TestService) {
  const samples = await db.selectFrom('samples').select('id').orderBy('taken_at').execute()
  const details = new Set((await db.selectFrom('sample_details').select('sample_id').execute()).map(keyOf))
  const screenshots = new Set((await db.selectFrom('screenshots').select('sample_id').execute()).map(keyOf))
  const ids = samples.map(({ id }) => id)
  return {
    samples: ids,
    details: ids.filter((id) => details.has(id)),
    screenshots: ids.filter((id) => screenshots.has(id)),
  }
}

const keyOf = ({ sample_id }: { readonly sample_id: string }) => sample_id

/** Compares what monitors count with what is there. */
export async function expectCountsToMatch({ db }: TestService) {
  const { rows } = await sql<{ id: string; kept: number; found: number | string }>`
    select m.id, m.kept_bytes as kept,
      coalesce((select sum(length(d.detail)) from sample_details d join samples s on s.id = d.sample_id
        where s.monitor_id = m.id), 0)
      + coalesce((select sum(length(p.data)) from screenshots p join samples s on s.id = p.sample_id
        where s.monitor_id = m.id), 0) as found
    from monitors m`.execute(db)
  expect(rows.map(({ kept }) => kept)).toEqual(rows.map(({ found }) => Number(found)))
}

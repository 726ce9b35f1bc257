import { addMonths, dropMonth, existingMonths, startOfMonth } from '../database/index.ts'
import type { NextStep } from '../time/background-work.ts'
import type { Work } from './work.ts'

/** How often to look for a gap between readers and writers. The next run tries again. */
const attempts = 50

/**
 * Adds the months that begin soon, and drops those whose samples were all taken before a time, where the database keeps
 * samples by month. Their details must have been deleted. The last sample of each monitor at each location stays.
 * @returns when the oldest month begins that is still there, UNIX ms; infinite if there is none
 */
export async function keepMonths(now: number, before: number, work: Work): Promise<number> {
  const { db, kind } = work.database
  if (kind !== 'postgres') return Infinity
  await inGap(() => addMonths(db, now), work.next)
  for (const month of await existingMonths(db)) {
    if (startOfMonth(month + 1) > before) return startOfMonth(month)
    const dropped = await inGap(() => dropMonth(db, month), work.next)
    if (dropped === undefined) return startOfMonth(month)
    work.deleted.samples += dropped
    await work.next()
  }
  return Infinity
}

/** Makes a change for which others have to pause. Undefined if they leave no gap. */
async function inGap<T>(change: () => Promise<T>, next: NextStep): Promise<T | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    await next()
  }
  return undefined
}

/** PostgreSQL’s `lock_not_available` and `deadlock_detected`. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')
}

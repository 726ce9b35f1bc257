import { retentionLimits } from './limits.ts'
import { stepLimits } from '../time/limits.ts'
import type { NextStep } from '../time/background-work.ts'

/** Few enough that on SQLite nothing else waits noticeably. */
export const { rows: maxRows } = stepLimits
export const { bytes: maxBytes } = retentionLimits
const { read: pageSize } = retentionLimits

/** Reads rows page by page, with a pause after each. `read` is given the id of the last row and the number of rows. */
export async function* pages<T extends { readonly id: string }>(
  read: (after: string, limit: number) => Promise<readonly T[]>,
  next: NextStep,
): AsyncGenerator<readonly T[]> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: readonly T[] = await read(after, pageSize)
    yield rows
    after = rows.length < pageSize ? undefined : rows.at(-1)?.id
    await next()
  }
}

import { retentionLimits } from './limits.ts'
import type { NextStep } from '../time/background-work.ts'

/** Reads rows page by page, with a pause after each. `read` is given the id of the last row and the number of rows. */
export async function* pages<T extends { readonly id: string }>(
  read: (after: string, limit: number) => Promise<readonly T[]>,
  next: NextStep,
): AsyncGenerator<readonly T[]> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: readonly T[] = await read(after, retentionLimits.read)
    yield rows
    after = rows.length < retentionLimits.read ? undefined : rows.at(-1)?.id
    await next()
  }
}

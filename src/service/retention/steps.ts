import { setTimeout } from 'node:timers/promises'
import { bounds } from '../bounds.ts'

/** Few enough that on SQLite nothing else waits noticeably. */
export const { rows: maxRows, bytes: maxBytes } = bounds.retention
const { read: pageSize, pause } = bounds.retention

/** Lets others read and write before the next step. @throws {Stopped} if there must be none */
export type NextStep = () => Promise<void>

/** This process is stopping, or another one has taken over. */
export class Stopped extends Error {}

export function nextStep(mayGoOn: () => Promise<boolean>): NextStep {
  return async () => {
    await setTimeout(pause)
    if (!(await mayGoOn())) throw new Stopped()
  }
}

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

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Load, LoadResult } from './load.ts'

export type LoadProcess = ReturnType<typeof startLoad>

/** Starts the process that sends requests. */
export function startLoad() {
  const child = fork(join(import.meta.dirname, 'load.ts'))
  return {
    /** @throws if a request isn't answered with the status that's expected */
    async send(load: Load): Promise<LoadResult> {
      const answered = once(child, 'message') as Promise<[LoadResult]>
      child.send(load)
      const [result] = await answered
      if (result.failure !== undefined) throw new Error(result.failure)
      return result
    },
    stop() {
      child.kill()
    },
  }
}

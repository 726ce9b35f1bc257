import { closeSync, openSync, readSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { waitedMs } from './schedstat.ts'
import type { LoopSource } from './loop-delay.ts'

/** The event loop of this thread. */
export function loopSource(): LoopSource {
  return {
    now: () => performance.now(),
    idle: () => performance.nodeTiming.idleTime,
    waited: threadWait(),
    atEndOfTurn: (call) => void setImmediate(call).unref(),
  }
}

/** Linux counts how long each thread was ready to run but had no processor. */
function threadWait(): () => number {
  try {
    // stays open: it's read several times a check
    const file = openSync('/proc/thread-self/schedstat', 'r')
    const buffer = Buffer.alloc(100)
    const read = () => waitedMs(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)))
    if (Number.isNaN(read())) {
      closeSync(file)
      return () => 0
    }
    return read
  } catch {
    return () => 0
  }
}

import type { Logger } from 'pino'
import { Poller } from '../../shared/poller.ts'

/** How much sooner than after its interval work may begin, as a share, so that nodes don't all ask the database at once. */
const jitter = 0.2

/** Does work at every interval or a little sooner, for the first time after one interval. */
export function repeat(
  intervalMs: number | (() => number),
  work: () => Promise<void>,
  log: Pick<Logger, 'error'>,
  failure: string,
): Poller {
  const nextMs = () => (typeof intervalMs === 'number' ? intervalMs : intervalMs()) * (1 - jitter * Math.random())
  const poller = new Poller({ log, intervalMs: nextMs, work, failure })
  poller.start(nextMs())
  return poller
}

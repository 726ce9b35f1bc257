import { bytes, count, limits } from '../../shared/limit.ts'

export const readerLimits = limits({
  threads: count(2, 'Threads for them; one is always kept for reads other than series'),
  heap: bytes(384 * 2 ** 20, 'JavaScript memory of a thread; a read that needs more is stopped (503)'),
  waiting: count(63, 'Series of an account that wait for the one that runs, and as many other reads (429)'),
  queued: count(500, 'Reads of all accounts that wait for a thread (503)'),
})

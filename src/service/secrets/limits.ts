import { count, limits } from '../../shared/limit.ts'

export const passwordWork = limits({
  // Node has four threads for this, for files and for DNS
  hashes: count(2, 'Passwords hashed at once'),
  waiting: count(60, 'Requests that wait for that (503)'),
})

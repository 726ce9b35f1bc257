import { bytes, limits, time } from '../../shared/limit.ts'

export const nginxLimits = limits({
  buffered: bytes(64 * 2 ** 20, 'A body of unknown length that comes in HTTP/2 (413)'),
  control: time(5000, 'For nginx to answer the edge'),
  free: bytes(256 * 2 ** 20, 'Free space on its disk, for which it deletes; with half of that, it keeps nothing more'),
  log: bytes(10 * 2 ** 20, 'Its error log; then a new one is begun, and one old one kept'),
})

import { bytes, count, limits } from '../../../shared/limit.ts'

export const throttleLimits = limits({
  queued: bytes(256 * 2 ** 10, 'Data that waits to be sent on a connection; then its sender is paused'),
  inFlight: bytes(16 * 2 ** 20, 'Data on its way on a connection; then its sender is paused'),
  // as on Linux: `tcp_syn_retries` and `tcp_retries2`
  syns: count(7, 'Attempts to connect, each of which may be lost; then connecting fails'),
  retransmissions: count(15, 'Retransmissions of one segment; then its connection is closed'),
})

import { dnsHandlers } from './check-dns.ts'
import { moveHandlers } from './moves.ts'
import { usageHandlers } from './usage.ts'

export const optimizerHandlers = { ...dnsHandlers, ...moveHandlers, ...usageHandlers }
export { DnsWatcher } from './dns-watcher.ts'

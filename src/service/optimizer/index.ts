import { moveHandlers } from './moves.ts'
import { usageHandlers } from './usage.ts'

export const optimizerHandlers = { ...moveHandlers, ...usageHandlers }
export { addTraffic } from './traffic.ts'
export { DnsWatcher } from './watcher.ts'

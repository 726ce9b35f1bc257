import { moveHandlers } from './moves.ts'
import { usageHandlers } from './usage.ts'

export const optimizerHandlers = { ...moveHandlers, ...usageHandlers }
export { DnsWatcher } from './watcher.ts'

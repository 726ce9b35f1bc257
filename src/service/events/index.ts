export { recordCacheRoom } from './cache-room.ts'
export { eventLimits } from './limits.ts'
export { actorOf, type NewEvent, recordEvent, recordEvents } from './record.ts'
export { eventHandlers } from './handlers.ts'

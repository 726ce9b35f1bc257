export { recordCacheRoom } from './cache-room.ts'
export { eventLimits } from './limits.ts'
export { type Actor, actorOf, type NewEvent, recordEvent, recordEvents, recordPartnerEvent } from './record.ts'
export { eventHandlers } from './handlers.ts'

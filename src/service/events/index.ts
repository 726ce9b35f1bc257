export { recordCacheRoom } from './cache-room.ts'
export { actorOf, type NewEvent, recordEvent, recordEvents } from './record.ts'
export { eventHandlers } from './list.ts'

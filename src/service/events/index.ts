export { noteCacheRoom } from './cache-room.ts'
export { actorOf, type NewEvent, noteEvent, noteEvents } from './note.ts'
export { eventHandlers } from './list.ts'

export { recordCacheRoom } from './cache-room.ts'
export { eventLimits } from './limits.ts'
export {
  type Actor,
  actorColumns,
  actorOf,
  type NewEvent,
  personOf,
  recordAt,
  recordEvent,
  recordEvents,
  recordPartnerEvent,
  type SomeChange,
} from './record.ts'
export { eventHandlers } from './handlers.ts'

export { cacheHandlers } from './handlers.ts'
export { orderFlush } from './orders.ts'

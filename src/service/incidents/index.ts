export { incidentHandlers } from './handlers.ts'

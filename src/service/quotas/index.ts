export { quotaHandlers } from './handlers.ts'
export { countRun, keptBytes, quotasOf, requireQuota } from './quotas.ts'

export { quotaHandlers } from './handlers.ts'
export { countRun, requireQuota } from './quotas.ts'

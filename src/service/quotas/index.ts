export { quotaHandlers } from './handlers.ts'
export { readQuotasOf, resetQuotasOf, setQuotasOf } from './operate.ts'
export { countRun, keptBytes, quotasOf, requireQuota } from './quotas.ts'

export { quotaHandlers } from './handlers.ts'
export { readQuotasOf, resetQuotasOf, setQuotasOf } from './operator-actions.ts'
export { countRun, keptBytes, quotasOf, requireQuota } from './quotas.ts'

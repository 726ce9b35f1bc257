export { Alerts } from './alerts.ts'
export { alertHandlers } from './handlers.ts'
export { guardedWebhooks } from './webhooks.ts'

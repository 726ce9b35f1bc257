export { Alerts } from './alerts.ts'
export { alertHandlers } from './handlers.ts'
export { subjectOf } from './messages.ts'
export { guardedWebhooks } from './webhooks.ts'

export { Alerts } from './alerts.ts'
export { alertHandlers } from './handlers.ts'
export { readerOf, subjectOf } from './messages.ts'
export { guardedWebhooks } from './webhooks.ts'

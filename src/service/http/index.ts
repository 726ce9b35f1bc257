export { pendingHandlers } from './pending.ts'
export { siteApp } from './site.ts'

export { insertSite, planSite } from './create.ts'
export { setSiteState } from './operate.ts'
export { siteHandlers, siteOf } from './handlers.ts'

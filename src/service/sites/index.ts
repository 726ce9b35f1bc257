export { insertSite, planSite } from './create.ts'
export { dnsOf } from './dns.ts'
export { siteHandlers } from './handlers.ts'
export { setSiteState } from './operate.ts'

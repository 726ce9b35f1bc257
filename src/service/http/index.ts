export { siteApp } from './site.ts'

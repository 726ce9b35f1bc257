export { siteApp } from './site.ts'
export { parseText } from './text.ts'

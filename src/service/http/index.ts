export { listen } from './listen.ts'
export { siteApp } from './site.ts'
export { parseText } from './text.ts'

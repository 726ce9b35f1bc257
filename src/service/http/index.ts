export { answerBrokenRequests } from './broken-request.ts'
export { siteApp } from './site.ts'
export { parseText } from './text.ts'

export { createApplication, listApplications, redirectUrisOf, removeApplication } from './applications.ts'
export { oauthHandlers } from './handlers.ts'
export { oauthLimits } from './limits.ts'
export { exchangeCode, serverMetadata } from './token.ts'

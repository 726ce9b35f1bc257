export { accountHandlers } from './handlers.ts'
export { Partners } from './partners.ts'
export { recordSignIn, readAccount, readAccountById } from './queries.ts'

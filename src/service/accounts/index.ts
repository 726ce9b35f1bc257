export { accountHandlers } from './handlers.ts'
export { noteSignIn, readAccount, readAccountByKey } from './queries.ts'

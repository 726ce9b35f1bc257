export { accountHandlers } from './handlers.ts'
export { rotateAccountKey } from './operate.ts'
export { recordSignIn, readAccount, readAccountByKey } from './queries.ts'

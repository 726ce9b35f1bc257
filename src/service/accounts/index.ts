export { accountHandlers } from './handlers.ts'
export { rotateAccountKey } from './operate.ts'
export { noteSignIn, readAccount, readAccountByKey } from './queries.ts'

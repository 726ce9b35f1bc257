export { accountHandlers } from './handlers.ts'
export { rotateAccountKey } from './operate.ts'
export { Partners, readPartnerByKey } from './partners.ts'
export { recordSignIn, readAccount, readAccountByKey } from './queries.ts'

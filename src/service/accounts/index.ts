export { accountHandlers } from './handlers.ts'
export { rotateAccountKey } from './rotate-key.ts'
export { Partners, readPartnerByKey } from './partners.ts'
export { recordSignIn, readAccount, readAccountById, readAccountByKey } from './queries.ts'

export { accountHandlers } from './handlers.ts'
export { rotateAccountKey } from './operator-actions.ts'
export { Partners, readPartnerByKey } from './partners.ts'
export { recordSignIn, readAccount, readAccountByKey } from './queries.ts'

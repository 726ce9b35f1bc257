export { hasMasterKey, masterKeyFor, rotateMasterKey, savedMasterKey } from './master-key.ts'
export { isPassword, newPassword, passwordHash } from './passwords.ts'
export { hashOf, newKey, Vault } from './vault.ts'

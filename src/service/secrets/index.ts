export { hasMasterKey, masterKeyFor, rotateMasterKey, savedMasterKey } from './master-key.ts'
export { hashOf, newKey, passwordHash, Vault } from './vault.ts'

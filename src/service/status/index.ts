export { databaseStatus } from './database-status.ts'
export { statusText } from './text.ts'

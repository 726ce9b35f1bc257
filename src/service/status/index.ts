export { columns } from './columns.ts'
export { databaseStatus } from './database-status.ts'
export { statusText } from './text.ts'

export { openDatabase, type Database } from './connect.ts'
export type * from './schema.ts'
export { copyDatabase, tables } from './move.ts'

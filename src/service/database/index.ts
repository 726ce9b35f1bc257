export { openDatabase, openReader, type Database, type ReadableDatabase } from './connect.ts'
export type * from './schema.ts'
export { copyDatabase, tables } from './move.ts'

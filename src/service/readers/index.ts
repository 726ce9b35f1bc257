export { Readers, type ReadOptions } from './readers.ts'

import { linksIn, withImporters } from './imports.ts'

/** Whoever tests with a database asks this module whether it is PostgreSQL. */
const server = 'src/service/test/database-server.ts'

/** The test files that open the service's database, relative to the checkout. Only they differ on PostgreSQL. */
export const databaseTests = (): string[] =>
  [...withImporters([server], linksIn('{src/edge,src/service,src/shared,e2e/mock}/**/*.ts'))]
    .filter((file) => file.endsWith('.test.ts'))
    .toSorted()

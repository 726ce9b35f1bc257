import { expect, test } from 'vitest'
import { databaseTests } from './database-tests.ts'

test('finds the tests that open the database, directly or through a helper, and no others', () => {
  const files = databaseTests()
  expect(files).toContain('src/service/accounts/accounts.test.ts')
  expect(files).toContain('src/service/database/migrations/migrations.test.ts')
  // opens it through `withMonitor`
  expect(files).toContain('src/service/retention/months.test.ts')
  expect(files).not.toContain('src/service/checks/page/page-check.test.ts')
})

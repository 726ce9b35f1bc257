import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { databaseTests } from './scripts/database-tests.ts'

export default defineConfig({
  test: {
    environment: 'node',
    // only slowness should reach these limits: they leave room for a busy machine
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // only in CI, and the output names each test that needed it
    retry: process.env['CI'] ? 1 : 0,
    restoreMocks: true,
    // the programs that tests start take half as long to load
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') },
    // most tests wait for a socket, a process or a browser, so more of them run than there are cores
    maxWorkers: 3,
    projects: [
      {
        // what keeps nothing in its modules: no file of these needs modules of its own
        extends: true,
        test: {
          name: 'pure',
          include: ['src/contract/**/*.test.ts', 'src/dashboard/**/*.test.{ts,tsx}'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'all',
          include: ['src/{service,edge}/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/mock/**/*.test.ts'],
          exclude: ['src/edge/test/through-nginx.test.ts', ...databaseTests()],
        },
      },
      { extends: true, test: { name: 'sqlite', include: databaseTests(), isolate: false } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: databaseTests(),
          isolate: false,
          globalSetup: 'scripts/postgres-for-tests.ts',
        },
      },
      {
        // what has to hold in both forms of the edge, once more with nginx in front of it
        extends: true,
        test: {
          name: 'nginx',
          include: [
            'broken-off',
            'cached',
            'connections',
            'control',
            'field-bytes',
            'forward',
            'http-cache-tests',
            'malformed',
            'parts',
            'random-exchanges',
            'refused-answers',
            'set-cookie',
            'slow-visitors',
            'spellings',
            'states',
            'streamed',
            'through-nginx',
            'tls-schemes',
            'unkeyed',
          ].map((name) => `src/edge/test/${name}.test.ts`),
          env: { EDGE_FORM: 'nginx' },
        },
      },
    ],
  },
})

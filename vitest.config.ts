import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    // only slowness should reach these limits: they leave room for a busy machine
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // only in CI, and the output names each test that needed it
    retry: process.env['CI'] ? 1 : 0,
    restoreMocks: true,
    // most tests wait for a socket, a process or a browser, so more of them run than there are cores
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/mock/**/*.test.ts'],
          exclude: ['src/edge/test/through-nginx.test.ts'],
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

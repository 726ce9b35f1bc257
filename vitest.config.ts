import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/mock/**/*.test.ts'],
    // a measurement waits for real sockets and, for a page, for a browser
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    // most of them wait, for a socket, a process or a browser: more at once than there are cores
    maxWorkers: 3,
    // once more on a busy machine, as for the flows
    retry: process.env['CI'] ? 1 : 0,
  },
})

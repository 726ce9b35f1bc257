import { defineConfig, devices } from '@playwright/test'
import { chromiumArguments, findChromiumForTests } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'e2e/flows',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // as for the unit tests
  retries: process.env['CI'] ? 1 : 0,
  workers: 3,
  // only slowness should reach these limits: they leave room for a busy machine
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    // a trace of every test takes as long as the tests; run with `--trace on` to look into one
    screenshot: 'only-on-failure',
    launchOptions: {
      // other tools load this file before Chromium is installed, so it must not throw
      executablePath: findChromiumForTests() ?? 'chromium',
      // pages live for seconds here: optimizing their code takes more of the processor than it saves, by a twelfth
      args: [...chromiumArguments, '--js-flags=--no-opt,--no-maglev'],
    },
  },
})

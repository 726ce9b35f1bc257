import { defineConfig, devices } from '@playwright/test'
import { chromiumArguments, chromiumForFlows } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'e2e/flows',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // once more on a busy machine; what passed only then is named as flaky
  retries: process.env['CI'] ? 1 : 0,
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    // a trace of every test costs as much as the tests; `--trace on` makes one of a test that is looked into
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumForFlows(), args: [...chromiumArguments] },
  },
})

import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chromiumArguments, findChromiumForTests } from './scripts/chromium.ts'
import { databaseTests } from './scripts/database-tests.ts'

// only in CI, and the output names each test that needed it
const retry = process.env['CI'] ? 1 : 0

const chromium = findChromiumForTests()

/** What replaces modules, and so needs the loader and a process of its own. */
const replacing = ['src/edge/nginx/disk-room.test.ts', 'src/service/checks/box/silent-box.test.ts']

/** What Vite builds for browsers, and what looks into it. */
const builtByVite = ['src/dashboard/**/*.test.ts', 'scripts/guarded-writes.test.ts']

/** Who may call an operation, and who did, is decided by code and by statements that PostgreSQL runs in other tests. */
const decidedBefore = ['src/service/test/{contract,role}-access.test.ts', 'src/service/events/who-did-it.test.ts']

/** What all tests in Node have in common. `extends` would load this file again for each project. */
const inNode = {
  environment: 'node',
  isolate: false,
  // only slowness should reach these limits: they leave room for a busy machine
  testTimeout: 300_000,
  hookTimeout: 300_000,
  setupFiles: 'src/service/secrets/testing.ts',
  retry,
  restoreMocks: true,
  unstubEnvs: true,
  env: {
    // also beside the components
    NODE_ENV: 'test',
    // the programs that tests start take half as long to load
    NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile'),
    // page checks start dozens of browsers, and the lightest takes a quarter of the processor to start
    ...(chromium && { CHROMIUM_PATH: chromium }),
  },
  // Node loads modules as it does in production, and Vite those that it builds, each compiled once
  experimental: { viteModuleRunner: false, nodeLoader: false, fsModuleCache: true },
} satisfies TestProjectInlineConfiguration['test']

export default defineConfig({
  test: {
    // most tests wait for a socket, a process or a browser, so more of them run than there are cores
    maxWorkers: 5,
    projects: [
      {
        // what renders, in this machine's Chromium
        extends: 'vite.config.ts',
        // React as users get it: the development build takes a third more, for hints that fail no test
        define: { 'process.env.NODE_ENV': '"production"' },
        // found at the start: a page whose packages are bundled later would have to be loaded again
        optimizeDeps: { entries: ['src/dashboard/app/main.tsx', 'src/dashboard/**/*.test.tsx'] },
        test: {
          name: 'components',
          include: ['src/dashboard/**/*.test.tsx'],
          // modules load once, not again for each file
          isolate: false,
          setupFiles: 'src/dashboard/test/setup.ts',
          testTimeout: 30_000,
          retry,
          restoreMocks: true,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 720 },
            provider: playwright({
              launchOptions: {
                executablePath: chromium ?? 'chromium',
                // most code runs too seldom for what optimizing it takes
                args: [...chromiumArguments, '--js-flags=--no-opt'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          ...inNode,
          name: 'dashboard',
          include: builtByVite,
          experimental: { ...inNode.experimental, viteModuleRunner: true },
        },
      },
      {
        // the loader is what replaces modules
        test: {
          ...inNode,
          name: 'replacing',
          include: replacing,
          isolate: true,
          experimental: { ...inNode.experimental, nodeLoader: true },
        },
      },
      {
        test: {
          ...inNode,
          name: 'unit',
          include: ['{src,scripts}/**/*.test.ts', 'e2e/mock/**/*.test.ts'],
          exclude: ['src/edge/test/through-nginx.test.ts', ...builtByVite, ...replacing],
        },
      },
      {
        test: {
          ...inNode,
          name: 'postgres',
          include: databaseTests(),
          exclude: decidedBefore,
          globalSetup: 'scripts/postgres-for-tests.ts',
        },
      },
      {
        // what has to hold in both forms of the edge, once more with nginx in front of it
        test: {
          ...inNode,
          name: 'nginx',
          include: [
            'broken-off',
            'cached',
            'connections',
            'control',
            'field-bytes',
            'forward',
            'http-cache-tests',
            'lookup',
            'malformed',
            'parts',
            'random-exchanges',
            'redirects',
            'refused-answers',
            'set-cookie',
            'slow-visitors',
            'spellings',
            'states',
            'streamed',
            'through-nginx',
            'tls-schemes',
            'unkeyed',
            'uploads',
          ].map((name) => `src/edge/test/${name}.test.ts`),
          env: { ...inNode.env, EDGE_FORM: 'nginx' },
        },
      },
    ],
  },
})

import { expect, test } from 'vitest'
import { flowsOf, testsOf } from './changed.ts'

const specs = [
  'monitors.spec.ts',
  'monitor-form.spec.ts',
  'sign-in.spec.ts',
  'sites.spec.ts',
  'cache-look.spec.ts',
  'notes.md',
]

test.each([
  ['a page of many', ['src/dashboard/features/monitors/monitors.tsx'], ['monitors.spec.ts', 'monitor-form.spec.ts']],
  ['a page of one', ['src/dashboard/features/monitors/monitor/edit.tsx'], ['monitors.spec.ts', 'monitor-form.spec.ts']],
  ['a page of a site', ['src/dashboard/features/cache/cache.tsx'], ['cache-look.spec.ts']],
  ['a name of two words', ['src/dashboard/features/sign-in/sign-in.tsx'], ['sign-in.spec.ts']],
  ['a flow itself', ['e2e/flows/sites.spec.ts'], ['sites.spec.ts']],
  ['what is no page', ['src/dashboard/kit/format/time.ts', 'src/service/sites/rules.ts'], []],
])('the flows of %s', (_, files, expected) => {
  expect(flowsOf(files, specs)).toEqual(expected.map((spec) => `e2e/flows/${spec}`))
})

/** `a>b` imports at once, `a~b` lazily. The routes of the app reach all pages, and so do the tests of pages. */
const links = [
  'src/dashboard/features/traffic/traffic.tsx>src/dashboard/features/traffic/words.ts',
  'src/dashboard/features/traffic/routes.ts~src/dashboard/features/traffic/traffic.tsx',
  'src/dashboard/features/sites/overview.tsx>src/dashboard/features/traffic/words.ts',
  'src/dashboard/features/sites/routes.ts~src/dashboard/features/sites/overview.tsx',
  'src/dashboard/features/keys/keys.tsx>src/dashboard/kit/Panel.tsx',
  'src/dashboard/features/keys/routes.ts~src/dashboard/features/keys/keys.tsx',
  'src/dashboard/kit/Panel.tsx~src/dashboard/kit/Chart.tsx',
  'src/dashboard/kit/Chart.test.tsx>src/dashboard/kit/Chart.tsx',
  'src/dashboard/app/routes.tsx>src/dashboard/features/traffic/routes.ts',
  'src/dashboard/app/routes.tsx>src/dashboard/features/sites/routes.ts',
  'src/dashboard/app/routes.tsx>src/dashboard/features/keys/routes.ts',
  'src/dashboard/app/Shell.tsx~src/dashboard/app/Palette.tsx',
  'src/dashboard/app/routes.tsx>src/dashboard/app/Shell.tsx',
  'src/dashboard/test/render-page.tsx>src/dashboard/app/routes.tsx',
  'src/dashboard/features/traffic/words.test.ts>src/dashboard/features/traffic/words.ts',
  ...['app/palette', 'features/traffic/traffic', 'features/sites/overview', 'features/keys/keys', 'test/focus'].map(
    (name) => `src/dashboard/${name}.test.tsx>src/dashboard/test/render-page.tsx`,
  ),
  'src/service/box.ts~src/service/child.ts',
  'src/service/box.test.ts>src/service/box.ts',
].map((link) => {
  const [file = '', from = ''] = link.split(/[>~]/)
  return { file, from, lazy: link.includes('~') }
})

test.each([
  [
    'a page',
    'features/traffic/traffic.tsx',
    ['features/traffic/traffic.test.tsx', 'features/traffic/words.test.ts', 'test/focus.test.tsx'],
  ],
  [
    'what two pages show',
    'features/traffic/words.ts',
    [
      'features/sites/overview.test.tsx',
      'features/traffic/traffic.test.tsx',
      'features/traffic/words.test.ts',
      'test/focus.test.tsx',
    ],
  ],
  [
    'what a component loads lazily',
    'kit/Chart.tsx',
    ['features/keys/keys.test.tsx', 'kit/Chart.test.tsx', 'test/focus.test.tsx'],
  ],
  ['what the shell loads lazily', 'app/Palette.tsx', ['app/palette.test.tsx', 'test/focus.test.tsx']],
  [
    'the shell',
    'app/Shell.tsx',
    ['app/palette', 'features/keys/keys', 'features/sites/overview', 'features/traffic/traffic', 'test/focus'].map(
      (name) => `${name}.test.tsx`,
    ),
  ],
])('the tests of %s', (_, file, expected) => {
  expect(testsOf([`src/dashboard/${file}`], links)).toEqual(expected.map((name) => `src/dashboard/${name}`))
})

test('the tests of a program that another starts, and a test itself', () => {
  expect(testsOf(['src/service/child.ts'], links)).toEqual(['src/service/box.test.ts'])
  expect(testsOf(['src/service/new.test.ts'], links)).toEqual(['src/service/new.test.ts'])
})

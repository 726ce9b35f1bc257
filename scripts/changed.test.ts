import { expect, test } from 'vitest'
import { flowsOf } from './changed.ts'

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

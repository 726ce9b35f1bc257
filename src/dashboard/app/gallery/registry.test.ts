import { expect, test } from 'vitest'
import { groups, withoutSection } from './registry.ts'
import { nameOf } from './specimen.tsx'

const texts = import.meta.glob<string>(['../../{kit,features}/*/*.{ts,tsx}', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** `../../kit/layout/Panel.tsx` becomes `kit/layout/Panel`, its name in the gallery. */
const sourceOf = (path: string) => path.slice('../../'.length).replace(/\.tsx?$/, '')
/** A hook that returns a field counts as a component. */
const exportsComponent = /^export (?:default )?(?:function|const) (?:use)?[A-Z]/m
const components = Object.entries(texts)
  .filter(([path, text]) => /\/kit\/\w+\/\w+\.tsx$/.test(path) && exportsComponent.test(text))
  .map(([path]) => sourceOf(path))

const specimens = groups.flatMap((group) => group.specimens)
const shown = specimens.map(({ source }) => source)

test('every shared component has a section or a reason not to', () => {
  expect(components.length).toBeGreaterThan(40)
  expect(components.filter((source) => !shown.includes(source) && !(source in withoutSection))).toEqual([])
})

test('no component with a section has a reason not to have one', () => {
  expect(shown.filter((source) => source in withoutSection)).toEqual([])
})

test.each([...shown, ...Object.keys(withoutSection)])('%s exists', (source) => {
  expect(Object.keys(texts).map(sourceOf)).toContain(source)
})

test('names are unique, because they are the anchors of the sections', () => {
  const names = specimens.map(nameOf)
  expect(new Set(names).size).toBe(names.length)
})

test.each(specimens)('the purpose of $source is one sentence', ({ purpose, cases }) => {
  expect(purpose).toMatch(/^[A-Z][^.]*\.$/)
  expect(cases.length).toBeGreaterThan(0)
})

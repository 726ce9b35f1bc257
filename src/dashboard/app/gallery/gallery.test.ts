import { expect, test } from 'vitest'
import { groups } from './groups.ts'

const texts = import.meta.glob<string>(
  ['../../{kit,features}/*/*.{ts,tsx}', '!**/{*.test.*,*specimens.tsx,specimen.tsx}'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
/** The text of each file, by what the gallery calls it: `kit/layout/Panel`. */
const sources = new Map(
  Object.entries(texts).map(([path, text]) => [path.slice('../../'.length).replace(/\.tsx?$/, ''), text]),
)
const specimens = groups.flatMap((group) => group.specimens)

/** Two of these decide when their children are drawn, and one is only heard. */
const withoutLook = ['kit/layout/PageBody', 'kit/layout/LazyOnScroll', 'kit/navigation/RouteAnnouncer']

test('the gallery shows each component of the kit, by itself or within another', () => {
  const kit = Object.entries(texts).filter(([path]) => /\/kit\/\w+\/\w+\.tsx$/.test(path))
  // a hook that returns a field counts as a component
  const components = kit.filter(([, text]) => /^export (?:default )?(?:function|const) (?:use)?[A-Z]/m.test(text))
  const isWithin = (path: string) =>
    kit.some(([other, text]) => other !== path && text.includes(`${path.slice(path.lastIndexOf('/'))}'`))
  const shown = new Set([...specimens.map(({ source }) => source), ...withoutLook])
  const missing = components.map(([path]) => path).filter((path) => !isWithin(path) && !shown.has(path.slice(6, -4)))
  expect(components.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

test.each([...specimens.map(({ source }) => source), ...withoutLook])('%s exists', (source) => {
  expect(sources.has(source)).toBe(true)
})

test('names are unique, because they are the anchors of the sections', () => {
  const names = specimens.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each(specimens)('the purpose of $source is one sentence', ({ purpose, cases }) => {
  expect(purpose).toMatch(/^[A-Z][^.]*\.$/)
  expect(cases.length).toBeGreaterThan(0)
})

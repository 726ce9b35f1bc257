import { describe, expect, test } from 'vitest'
import { contrast, distance, sights } from './colour-measures.ts'
import { dark, light } from './colours.ts'

type Name = keyof typeof light

const themes = [
  { name: 'light', colours: light },
  { name: 'dark', colours: dark },
] as const

const pages: readonly Name[] = ['canvas', 'card']
const rows: readonly Name[] = ['card', 'hover', 'critical-row', 'accent-weak']
const tints: readonly Name[] = ['good-weak', 'warning-weak', 'error-weak', 'critical-weak']

/** Where each colour of words is read. WCAG 2.2, 1.4.3 asks for 4.5. */
const words: readonly (readonly [Name, readonly Name[]])[] = [
  ['text', [...pages, ...rows, ...tints, 'sunken', 'raised', 'area-1', 'area-2']],
  ['muted', [...pages, ...rows, ...tints, 'sunken', 'raised']],
  ['accent', [...pages, ...rows, 'sunken']],
  ['good', [...pages, ...rows, 'good-weak']],
  ['warning-text', [...pages, ...rows, 'warning-weak']],
  ['error-text', [...pages, ...rows, 'error-weak']],
  ['critical-text', [...pages, ...rows, 'critical-weak', 'sunken']],
  ['on-primary', ['primary', 'primary-hover']],
  ['on-danger', ['danger', 'danger-hover']],
  ['on-toast', ['toast']],
]

const series: readonly Name[] = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6']
const severities: readonly Name[] = ['good', 'warning', 'error', 'critical']
const phases: readonly Name[] = ['phase-dns', 'phase-connect', 'phase-tls', 'phase-wait', 'phase-receive']

/** Where each mark, frame of a field and line of a chart is seen. WCAG 2.2, 1.4.11 asks for 3. */
const marks: readonly (readonly [Name, readonly Name[]])[] = [
  ['good', [...pages, ...rows, 'good-weak', 'toast']],
  ['warning', [...pages, ...rows, 'warning-weak']],
  ['error', [...pages, ...rows, 'error-weak']],
  ['critical', [...pages, ...rows, 'critical-weak', 'area-1']],
  ['faint', [...pages, ...rows]],
  ['line-field', [...pages, 'hover']],
  ['primary', pages],
  ['series-1', ['area-1']],
  ['series-2', ['area-1', 'area-2']],
  ...series.map((name) => [name, ['card'] as const] as const),
  // the time that a request waits is pale on purpose: its bar is told by its height and the bars around it
  ...phases.filter((name) => name !== 'phase-wait').map((name) => [name, ['card', 'hover'] as const] as const),
]

describe.each(themes)('$name', ({ colours }) => {
  const measured = (pairs: typeof words) =>
    pairs.flatMap(([fore, grounds]) => grounds.map((ground) => [fore, ground] as const))

  test.each(measured(words))('%s can be read on %s', (fore, ground) => {
    expect(contrast(colours[fore], colours[ground])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(measured(marks))('%s is seen on %s', (fore, ground) => {
    expect(contrast(colours[fore], colours[ground])).toBeGreaterThanOrEqual(3)
  })

  test('every colour is measured as itself or as a ground, but for lines that only decorate', () => {
    const decorations = /line|shade|lift|floating|phase-(?:queued|wait)/
    const all = new Set([...measured(words), ...measured(marks)].flat())
    expect(Object.keys(colours).filter((name) => !all.has(name as Name) && !decorations.test(name))).toEqual([])
  })

  /** The least distance of any two, to one decimal, whatever the sight. */
  const least = (names: readonly Name[]) =>
    Math.min(
      ...names.flatMap((one, i) =>
        names.slice(0, i).flatMap((other) => sights.map((sight) => distance(colours[one], colours[other], sight))),
      ),
    )

  test.each([
    { what: 'series', names: series, floor: colours === light ? 7.2 : 8.6 },
    { what: 'severities', names: severities, floor: colours === light ? 6.4 : 8 },
    { what: 'phases of a request', names: phases, floor: colours === light ? 10.8 : 13 },
  ])('$what are told apart under each sight', ({ names, floor }) => {
    expect(least(names)).toBeGreaterThanOrEqual(floor - 0.05)
  })

  test('no series looks like a severity', () => {
    const distances = series.flatMap((one) =>
      severities.map((other) => distance(colours[one], colours[other], 'usual')),
    )
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(12)
  })
})

test('contrast and distance are those of known colours', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(distance('#000000', '#ffffff', 'usual')).toBeCloseTo(100, 2)
  // red and green of like lightness come close to each other without the cones for green
  expect(distance('#d02020', '#4a7a00', 'deuteranopia')).toBeLessThan(distance('#d02020', '#4a7a00', 'usual') / 2)
})

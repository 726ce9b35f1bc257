import { expect, test } from 'vitest'
import { axisTicks, shareOf } from '../sample/axis.ts'
import { zeroOf, type Compared } from './compared.ts'
import { differenceOf } from './difference.ts'

const words = (...of: Parameters<typeof differenceOf>) => differenceOf(...of)?.words.replaceAll('\u00a0', ' ')

test('differences have a sign, a unit and a percentage', () => {
  expect(words('load', 1000, 1120)).toBe('+120 ms, +12.0 %')
  expect(words('service_score', 80, 60)).toBe('−20, −25.0 %')
  expect(words('js_errors', 0, 2)).toBe('+2')
  expect(words('load', 5, 5)).toBe('no change')
  expect(words('load', null, 5)).toBeUndefined()
})

test('lower is better, except for the score; counts are neutral', () => {
  expect(differenceOf('load', 1, 2)?.isWorse).toBe(true)
  expect(differenceOf('service_score', 60, 80)?.isWorse).toBe(false)
  expect(differenceOf('asset_count', 3, 5)?.isWorse).toBeUndefined()
})

test('samples are aligned by their start, first byte or first paint', () => {
  const compared: Compared = {
    id: 'x',
    letter: 'A',
    name: 'n',
    sample: { raw: {}, metrics: { first_byte: 100, first_paint: null, first_contentful_paint: 300 } },
  }
  expect(zeroOf(compared, 'start')).toBe(0)
  expect(zeroOf(compared, 'first-byte')).toBe(100)
  expect(zeroOf(compared, 'first-paint')).toBe(300)
  expect(zeroOf({ ...compared, sample: { raw: {} } }, 'first-byte')).toBeUndefined()
})

test('the axis has round ticks on both sides of 0', () => {
  const axis = { from: -450, to: 1200, zero: 450 }
  expect(axisTicks(axis, 4)).toEqual([0, 500, 1000])
  expect(axisTicks(axis, 10)).toContain(-400)
  expect(shareOf(450, axis)).toBeCloseTo(450 / 1650)
})

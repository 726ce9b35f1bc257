import { array, assert, constant, constantFrom, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { LruMap } from './lru-map.ts'

test('keeps what was used last', () => {
  const map = new LruMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  expect(map.get('a')).toBe(1)
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
})

test('keeps as many values as their weight allows, and none that is too heavy', () => {
  const map = new LruMap<string, string>(5, (value) => value.length)
  for (const value of ['one', 'to', 'four']) map.set(value, value)
  expect([map.get('one'), map.get('to'), map.get('four')]).toEqual([undefined, undefined, 'four'])
  map.set('four', 'heavier')
  expect([map.get('four'), map.weight]).toEqual([undefined, 0])
})

test('does what a list does that moves whatever is used to its end', () => {
  const key = integer({ min: 0, max: 6 })
  const step = oneof(
    record({ does: constant('set'), key, value: integer({ min: 0, max: 4 }) }),
    record({ does: constantFrom('get', 'delete'), key, value: constant(0) }),
  )
  assert(
    property(array(step, { maxLength: 60 }), integer({ min: 0, max: 8 }), (steps, max) => {
      const map = new LruMap<number, number>(max, (value) => value)
      let list: { readonly key: number; readonly value: number }[] = []
      const weight = () => list.reduce((sum, { value }) => sum + value, 0)
      for (const { does, key: used, value } of steps) {
        const known = list.find((one) => one.key === used)
        list = list.filter((one) => one !== known)
        if (does === 'set') {
          map.set(used, value)
          list.push({ key: used, value })
          while (weight() > max) list.shift()
        } else if (does === 'get') {
          expect(map.get(used)).toBe(known?.value)
          if (known) list.push(known)
        } else map.delete(used)
        expect(map.oldest).toBe(list[0]?.key)
        expect(map.weight).toBe(weight())
      }
    }),
  )
})

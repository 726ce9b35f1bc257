import { expect, test } from 'vitest'
import { bestFirst } from './best-first.ts'

const best = (typed: string, ...names: readonly string[]) => bestFirst(names, typed, (name) => name)

test('the best match comes first', () => {
  expect(best('shop', 'workshop.example', 'www.shop.example', 'old-shop.example', 'shop.example')).toEqual([
    'shop.example',
    'www.shop.example',
    'old-shop.example',
    'workshop.example',
  ])
})

test('text of several words is found as such', () => {
  expect(best('WWW.shop', 'a.www.shop.example', 'www.shop.example')).toEqual(['www.shop.example', 'a.www.shop.example'])
})

test('without text the order stays', () => {
  expect(best(' ', 'b', 'a')).toEqual(['b', 'a'])
})

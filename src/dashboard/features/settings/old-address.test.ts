import { expect, test } from 'vitest'
import { partMeant } from './old-address.ts'

test.each([
  ['', null],
  ['edit=resourceActions.htmlCache.0', null],
  ['try=%2Fbikes', null],
  ['view=words', null],
  ['edit=new', 'exceptions'],
  ['edit=12&try=%2F', 'exceptions'],
  ['view=json', 'advanced'],
  ['view=tree', 'advanced'],
  ['left=p1', 'advanced'],
  ['right=p2', 'advanced'],
])('an address with “%s” means the part %s', (search, part) => {
  expect(partMeant(new URLSearchParams(search))).toBe(part)
})

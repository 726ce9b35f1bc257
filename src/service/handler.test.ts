import { expectTypeOf, test } from 'vitest'
import type { listAccounts, ReplyOf } from '../contract/index.ts'
import type { Handlers } from './handler.ts'

// what these hold is held by the type checker, which reads this file too

test('a list of handlers without one for every operation does not compile', () => {
  expectTypeOf<Omit<Handlers, 'partner.read'>>().not.toExtend<Handlers>()
})

test('a field that is not in a reply’s schema is of no type that can be shown', () => {
  type Account = ReplyOf<typeof listAccounts>['accounts'][number]
  expectTypeOf<Account['name']>().toEqualTypeOf<string>()
  expectTypeOf<Account['a field that was removed']>().toEqualTypeOf<unknown>()
  expectTypeOf<unknown>().not.toExtend<string | number | null>()
})

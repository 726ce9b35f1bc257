import { expectTypeOf, test } from 'vitest'
import type { listAccounts, ReplyOf } from '../../contract/index.ts'
import type { Handlers } from './handler.ts'

// the type checker makes these assertions

test('handlers that lack an operation don’t compile', () => {
  expectTypeOf<Omit<Handlers, 'partner.read'>>().not.toExtend<Handlers>()
})

test('a field missing from the reply’s schema has type unknown', () => {
  type Account = ReplyOf<typeof listAccounts>['accounts'][number]
  expectTypeOf<Account['name']>().toEqualTypeOf<string>()
  expectTypeOf<Account['a field that was removed']>().toEqualTypeOf<unknown>()
  expectTypeOf<unknown>().not.toExtend<string | number | null>()
})

import { expect, test } from 'vitest'
import { newAccount } from '../../../contract/index.ts'
import { ApiError } from '../../../client/errors.ts'
import { withoutEmpty, problemsOf, isShownAtFields } from './form.ts'

test('empty fields are omitted', () => {
  expect(withoutEmpty({ email: 'a@b.cd', phone: ' ', deferred_host: false })).toEqual({
    email: 'a@b.cd',
    deferred_host: false,
  })
})

test('the form follows the contract’s rules', () => {
  const say = { site: 'Enter the address of the first site.' }
  expect(problemsOf(newAccount, { email: 'nobody', site: '' }, say)).toEqual({
    email: 'This must be an email address.',
    site: 'Enter the address of the first site.',
  })
  expect(problemsOf(newAccount, { email: 'a@b.cd', site: 'b.cd', plan: '' }, say)).toEqual({})
})

test('an error is shown at its fields if the form has all of them', () => {
  const errorWith = (fields: Record<string, string>) =>
    new ApiError({ kind: 'invalid', status: 422, sentence: 'No.', fields })
  expect(isShownAtFields(errorWith({ email: 'taken' }), { email: '' })).toBe(true)
  expect(isShownAtFields(errorWith({ email: 'taken', other: 'x' }), { email: '' })).toBe(false)
  expect(isShownAtFields(errorWith({}), { email: '' })).toBe(false)
})

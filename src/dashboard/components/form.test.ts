import { expect, test } from 'vitest'
import { newAccount } from '../../contract/index.ts'
import { ApiError } from '../api/errors.ts'
import { filled, problemsOf, toldAtFields } from './form.ts'

test('what was left empty is left out', () => {
  expect(filled({ email: 'a@b.cd', phone: ' ', deferred_host: false })).toEqual({
    email: 'a@b.cd',
    deferred_host: false,
  })
})

test('the contract’s own rules hold in the form', () => {
  const say = { site: 'Enter the address of the first site.' }
  expect(problemsOf(newAccount, { email: 'nobody', site: '' }, say)).toEqual({
    email: 'Must be an e-mail address.',
    site: 'Enter the address of the first site.',
  })
  expect(problemsOf(newAccount, { email: 'a@b.cd', site: 'b.cd', plan: '' }, say)).toEqual({})
})

test('a refusal is told at its fields where the form has them all', () => {
  const refusal = (fields: Record<string, string>) =>
    new ApiError({ kind: 'invalid', status: 422, sentence: 'No.', fields })
  expect(toldAtFields(refusal({ email: 'taken' }), { email: '' })).toBe(true)
  expect(toldAtFields(refusal({ email: 'taken', other: 'x' }), { email: '' })).toBe(false)
  expect(toldAtFields(refusal({}), { email: '' })).toBe(false)
})

import { expect, test } from 'vitest'
import { ApiError } from '../../../../client/errors.ts'
import { cookiesIn, problemsOf } from './attempt.ts'

test('cookies are separated by semicolons, as in a header', () => {
  expect(cookiesIn(' session; a=b=c ;; ')).toEqual(['session', 'a=b=c'])
  expect(cookiesIn('')).toEqual([])
})

const refused = (fields: Record<string, string>) =>
  new ApiError({ kind: 'invalid', status: 422, sentence: 'Refused.', fields })

test('what the service refuses is shown at its field', () => {
  expect(problemsOf(refused({ url: 'must be a path' }))).toEqual({
    url: 'This must be a path.',
    cookies: undefined,
    isShown: true,
  })
  expect(problemsOf(refused({ 'cookies.1': 'must be the name of a cookie' })).cookies).toBe(
    'Cookie 2 must be the name of a cookie.',
  )
})

test('other problems are shown below the form', () => {
  expect(problemsOf(refused({ 'settings.a': 'is wrong' })).isShown).toBe(false)
  expect(problemsOf(new Error('no connection')).isShown).toBe(false)
})

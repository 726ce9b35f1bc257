import { expect, test } from 'vitest'
import { soughtIn } from './find-account.ts'

test('a link names the record of its path, or of its query', () => {
  expect(soughtIn({ monitorId: 'm' }, new URLSearchParams('range=7d'))).toEqual({ kind: 'monitor', id: 'm' })
  const inQuery = (text: string) => soughtIn({}, new URLSearchParams(text))
  expect(inQuery('profile=m@fra%2Chnd&range=7d')).toEqual({ kind: 'monitor or test', id: 'm' })
  expect(inQuery('id=a&id=b')).toEqual({ kind: 'sample', id: 'a' })
  expect(inQuery('site_id=s&open=true')).toEqual({ kind: 'site', id: 's' })
  expect(inQuery('from=t&of=test')).toEqual({ kind: 'monitor or test', id: 't' })
})

test('a link to a list names none', () => {
  expect(soughtIn({}, new URLSearchParams('search_term=shop&page=2'))).toBeUndefined()
  expect(soughtIn({}, new URLSearchParams('from=2026-11-20T06:00Z&to=2026-11-21T06:00Z'))).toBeUndefined()
})

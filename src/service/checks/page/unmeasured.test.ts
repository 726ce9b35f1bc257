import { expect, test } from 'vitest'
import { Failure } from '../../../shared/guard/index.ts'
import { checkOf } from '../testing.ts'
import { measuredUntil, unmeasured } from './unmeasured.ts'

const failure = new Failure('page-too-heavy', 'It was too heavy.')
const views = ['EMPTY', 'FULL'] as const

test.each([
  ['before any view', 0],
  ['in the second view', 1],
  ['after the last view', 2],
])('a failure %s keeps the views measured until then', (_, count) => {
  const check = checkOf('http://a.example/', { type: 'WEBPAGE', views: [...views] })
  const measured = unmeasured(check, new Failure('timeout', 'x'), 1).slice(0, count)
  const all = measuredUntil(measured, check, failure, 2)
  expect(all.map(({ view }) => view)).toEqual(views)
  expect(all.slice(0, count)).toEqual(measured)
  for (const { issues, takenAt } of all.slice(count))
    expect({ takenAt, code: issues[0]?.code }).toEqual({ takenAt: 2, code: 'page-too-heavy' })
})

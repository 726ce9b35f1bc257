import { expect, test } from 'vitest'
import { behindOf, latestRounds, roundsOf, worstOf } from './rounds.ts'

const sample = (location: string, sample_type: number, judged = true) => ({
  location,
  connectivity: null,
  view: 'EMPTY' as const,
  sample_type,
  judged,
})

test('samples are divided where a location comes again', () => {
  const [a, b, c, d, e] = [sample('A', 0), sample('B', 1), sample('B', 2), sample('A', 3), sample('A', 0)]
  expect(roundsOf([a, b, c, d, e])).toEqual([[a, b], [c, d], [e]])
  expect(roundsOf([])).toEqual([])
})

test('the first and the repeat visit belong to one round', () => {
  const first = sample('A', 0)
  const repeat = { ...first, view: 'FULL' as const }
  expect(roundsOf([repeat, first, repeat, first])).toHaveLength(2)
})

test('the worst sample decides a round, and of those one that is judged', () => {
  expect(worstOf([sample('A', 0), sample('B', 2), sample('C', 1)])).toMatchObject({ location: 'B' })
  expect(worstOf([sample('A', 1), sample('B', 3, false)])).toMatchObject({ location: 'B' })
  expect(worstOf([sample('A', 3, false), sample('B', 3)])).toMatchObject({ location: 'B' })
  expect(worstOf([])).toBeUndefined()
})

test('whole rounds are taken until there are enough samples', () => {
  const rounds = ['A', 'B', 'A', 'B', 'A'].map((location) => sample(location, 0))
  expect(latestRounds(rounds, 1)).toEqual(rounds.slice(0, 2))
  expect(latestRounds(rounds, 3)).toEqual(rounds.slice(0, 4))
  expect(latestRounds(rounds, 10)).toEqual(rounds)
  expect(latestRounds([], 10)).toEqual([])
})

test('a list and its strips, read at different times, may know different samples', () => {
  const at = (minute: number) => ({ id: String(minute), taken_at: new Date(minute * 60_000).toISOString() })
  const row = (last_sample: ReturnType<typeof at> | null | undefined) => ({ id: 'm', last_sample }) as never
  const strips = new Map([['m', [at(5), at(4)]]])
  expect(behindOf([row(at(5))], strips)).toBeUndefined()
  expect(behindOf([row(at(4))], strips)).toBe('list')
  expect(behindOf([row(null)], strips)).toBe('list')
  expect(behindOf([row(at(6))], strips)).toBe('strips')
  // paused long ago, or not reported
  expect(behindOf([row(at(6))], new Map())).toBeUndefined()
  expect(behindOf([row(undefined)], strips)).toBeUndefined()
})

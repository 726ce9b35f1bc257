import { expect, test } from 'vitest'
import { timeAhead } from './count-availability.ts'
import { remember } from './recent-rounds.ts'
import { emptyMemory } from './round.ts'

const [minute, hour] = [60_000, 3_600_000]
const down = { severity: 3, cause: 'HTTP 503' }
const check = {
  location: 'Oslo',
  roundAt: 2 * hour,
  checksAtPlace: 1,
  interval: 30 * minute,
  samples: [{ id: 'sample', at: 2 * hour, findings: { down } }],
}
const good = { ...check, samples: [{ id: 'sample', at: 2 * hour, findings: { down: 'good' as const } }] }

test.each([
  ['has just failed', check, 0, { measured_ms: 30 * minute - 1, failed_ms: 30 * minute - 1 }],
  ['failed', check, 15, { measured_ms: 15 * minute, failed_ms: 15 * minute }],
  ['was good', good, 15, { measured_ms: 15 * minute, failed_ms: 0 }],
  ['is over', check, 30, undefined],
  ['has long been over', check, 90, undefined],
])('of a round that %s, %# counts although it has not passed', (_, one, minutes, ahead) => {
  const { memory } = remember(emptyMemory, one)
  expect(timeAhead(memory, one.roundAt + minutes * minute)).toEqual(ahead && { hour: 2, ...ahead })
})

test('nothing is ahead without a round', () => {
  expect(timeAhead(emptyMemory, 0)).toBeUndefined()
})

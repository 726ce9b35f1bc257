import { expect, test } from 'vitest'
import { healthOf } from './rules.ts'

const now = 1_000_000
const reported = (caught_up_at: number | null) => ({ caught_up_at })

test.each([
  ['one that reported just now and knows everything', 'up', { seen_at: now, report: reported(now - 1000) }],
  ['one whose last reading is a little old', 'up', { seen_at: now - 15_000, report: reported(now - 20_000) }],
  ['one that can’t read what is new', 'behind', { seen_at: now, report: reported(now - 60_000) }],
  ['one that never could', 'behind', { seen_at: now, report: reported(null) }],
  ['a silent one', 'away', { seen_at: now - 21_000, report: reported(now - 21_000) }],
  ['one of an older version', 'up', { seen_at: now, report: null }],
  ['a silent one of an older version', 'away', { seen_at: now - 60_000, report: null }],
] as const)('%s is %s', (_, health, seen) => expect(healthOf(seen, now)).toBe(health))

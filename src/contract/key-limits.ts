import * as z from 'zod/mini'

export const keyLimits = {
  /** Keys of a partner or an account besides the main one. */
  keys: 50,
  /** Characters of a name. */
  name: 100,
  /** Sites that a key can be limited to. */
  sites: 100,
  /** Hours that the old secret of a rotated key can go on working. */
  overlapHours: 168,
} as const

/** How long the old secret goes on working after a rotation. */
export const overlapHours = z._default(
  z
    .int('must be a whole number')
    .check(
      z.minimum(0, 'must be at least 0'),
      z.maximum(keyLimits.overlapHours, `must be at most ${keyLimits.overlapHours}`),
    ),
  0,
)

import * as z from 'zod/mini'

const number = (unit: string, max: number) =>
  z.number(`must be a number (${unit})`).check(z.gte(0, 'must not be negative'), z.lte(max, `must be at most ${max}`))

/** The speed that a check is limited to, as a request gives it: Kbps, ms and percent; 0 means not limited. */
export const connectivity = z.object({
  bandwidth_down: number('Kbps', 10_000_000),
  bandwidth_up: number('Kbps', 10_000_000),
  latency: number('ms', 60_000),
  drop_rate: number('percent', 100),
})
export type Connectivity = z.output<typeof connectivity>

/** The same in a reply. */
export const connectivityRecord = z.looseObject({
  bandwidth_down: z.number(),
  bandwidth_up: z.number(),
  latency: z.number(),
  drop_rate: z.number(),
})

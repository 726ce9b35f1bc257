import * as z from 'zod/mini'

/** The limits of a connectivity, in kbps, ms and percent. A bandwidth of 0 is unlimited. */
export const connectivityLimits = {
  minBandwidth: 1,
  maxBandwidth: 10_000_000,
  maxLatency: 10_000,
  maxDropRate: 50,
} as const

const { minBandwidth, maxBandwidth, maxLatency, maxDropRate } = connectivityLimits

const number = (unit: string, max: number) =>
  z.number(`must be a number (${unit})`).check(
    z.gte(0, 'must not be negative'),
    // only when it is needed: Intl takes long to load its locale data
    z.lte(max, { error: () => `must be at most ${max.toLocaleString('en-US')}` }),
  )

const bandwidth = number('kbps', maxBandwidth).check(
  z.refine((kbps) => kbps === 0 || kbps >= minBandwidth, `must be 0 (no limit) or at least ${minBandwidth} kbps`),
)

/** The speed that a check is limited to, as a request gives it: kbps, ms and percent; 0 means not limited. */
export const connectivity = z.object({
  bandwidth_down: bandwidth,
  bandwidth_up: bandwidth,
  latency: number('ms', maxLatency),
  drop_rate: number('percent', maxDropRate),
})
export type Connectivity = z.output<typeof connectivity>

/** The same in a reply. */
export const connectivityRecord = z.looseObject({
  bandwidth_down: z.number(),
  bandwidth_up: z.number(),
  latency: z.number(),
  drop_rate: z.number(),
})

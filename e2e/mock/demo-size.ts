import type { Size } from './seed.ts'

/** How much data the demo has. */
export const demoSize: Size = { accounts: 420, daysOfSamples: 90, daysElsewhere: 2, trafficEverywhere: true }

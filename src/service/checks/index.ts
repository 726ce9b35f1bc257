export type { Check, Measurement, Probes, View } from './probe.ts'
export { pagesAtOnce } from './box/box-pool.ts'
export { findChromium } from './page/chromium.ts'
export { createProbes } from './probes.ts'

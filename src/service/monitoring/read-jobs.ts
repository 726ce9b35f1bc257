export { sampleDetail, samplePage } from './samples/sample-reads.ts'
export { usualSpread } from './samples/usual-spread.ts'
export { sampleSeries } from './series/series-read.ts'

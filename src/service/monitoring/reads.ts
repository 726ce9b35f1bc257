export { sampleDetail, samplePage } from './samples/sample-reads.ts'
export { sampleSeries } from './series/series-read.ts'

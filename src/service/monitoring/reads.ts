export { sampleDetail, samplePage } from './sample-reads.ts'
export { sampleSeries } from './series-read.ts'

export { judgedMetrics } from './judged-metrics.ts'
export { openDatabase, openReader, type Database, type ReadableDatabase } from './connect.ts'
export type * from './alert-tables.ts'
export type * from './incident-tables.ts'
export type * from './monitoring-tables.ts'
export type * from './schema.ts'
export { copyDatabase, tables } from './move.ts'
export { addMonths, dropMonth, existingMonths, monthOf, startOfMonth } from './months.ts'
export { startCheckpoints } from './checkpoints.ts'
export { chunksOf } from './chunks.ts'
export { readAcmeChallenge } from './acme-challenges.ts'
export { type ActionTime, noteActionTimes } from './action-times.ts'
export {
  answerQuestion,
  askEdge,
  type EdgeProcess,
  forgetEdgeProcess,
  openQuestions,
  type Question,
  reportEdgeProcess,
} from './edge-questions.ts'
export { addOriginResults, type OriginResult } from './origin-results.ts'
export { changePosition, deletedSiteLifetime, deletedState } from './site-changes.ts'
export { addTraffic, type Traffic } from './traffic.ts'

export { judgedMetrics } from './judged-metrics.ts'
export {
  connectDatabase,
  dialectFor,
  isNew,
  type Database,
  migrateDatabase,
  openDatabase,
  openReader,
  type ReadableDatabase,
} from './connect.ts'
export type { DatabaseTimeouts } from './postgres.ts'
export type * from './alert-tables.ts'
export type * from './edge-tables.ts'
export type * from './incident-tables.ts'
export type * from './monitoring-tables.ts'
export type * from './schema.ts'
export { backUp } from './back-up.ts'
export { copyDatabase, tables } from './move.ts'
export { addMonth, addMonths, dropMonth, existingMonths, monthOf, startOfMonth } from './months.ts'
export { startCheckpoints } from './checkpoints.ts'
export { type OrderItem, orderItem, orderItems, type PurgePattern } from './cache-orders.ts'
export { chunksOf } from './chunks.ts'
export { withClaimable } from './claimable.ts'
export { type AcmeChallenge, readAcmeChallenges } from './acme-challenges.ts'
export { type ActionTime, recordActionTimes } from './action-times.ts'
export {
  databaseNow,
  databaseTime,
  type EdgeProcess,
  edgeProcesses,
  forgetEdgeProcess,
  forgetSilentProcesses,
  maxSilenceMs,
  type NodeProblem,
  type NodeReport,
  reportEdgeProcess,
  reportOf,
} from './edge-processes.ts'
export { answerQuestion, askEdge, openQuestions, type Question } from './edge-questions.ts'
export { isAway } from './is-away.ts'
export { lifetimes } from './limits.ts'
export { addOriginResults, type OriginResult } from './origin-results.ts'
export { changePosition, deletedState } from './site-changes.ts'
export { addTraffic, type Traffic } from './traffic.ts'

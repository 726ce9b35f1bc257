export type { Origin } from './control/site.ts'
export { type Edge, startEdge } from './edge.ts'
export { regexProblem } from './optimize/linear-regex.ts'

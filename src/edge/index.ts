export { type Edge, startEdge } from './edge.ts'
export { regexProblem } from './optimize/linear-regex.ts'

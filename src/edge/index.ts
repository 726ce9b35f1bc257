export { type Edge, startEdge } from './edge.ts'

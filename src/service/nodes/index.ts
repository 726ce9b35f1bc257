export { nodeHandlers } from './handlers.ts'
export { type EdgeNode, edgeNodesOf } from './nodes.ts'
export { nodesText } from './text.ts'
export { isMostlyAway, zoneOf } from './zone.ts'

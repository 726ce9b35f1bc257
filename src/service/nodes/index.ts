export { nodeHandlers } from './handlers.ts'
export { edgeNodesOf } from './nodes.ts'
export { nodesText } from './text.ts'
export { isMostlyAway, zoneOf } from './zone.ts'

export { type Evidence, findingsOf } from './findings.ts'
export { incidentHandlers } from './handlers.ts'
export { type NotedCheck, noteRounds } from './note-rounds.ts'
export { endIncident, endIncidentsOf, openIncident, stopWatching } from './publish.ts'

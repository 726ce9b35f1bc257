export { FleetFigures } from './figures.ts'
export { fleetHandlers } from './handlers.ts'
export { troubleOfAccounts } from './read-jobs.ts'

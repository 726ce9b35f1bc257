import type { AlertScope } from './reads.ts'

/** What the page of a scope's alerts is called. */
export const alertsTitle = (scope: AlertScope): string => (scope.kind === 'partner' ? 'Alerts, all accounts' : 'Alerts')

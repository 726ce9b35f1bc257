import type { AlertScope } from '../../api/scope.ts'

/** What the page of a scope's alerts is called. */
export const alertsTitle = (scope: AlertScope): string => (scope.kind === 'partner' ? 'Alerts, all accounts' : 'Alerts')

import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { start } from './001-start.ts'
import { accountCounts } from './002-account-counts.ts'
import { quotas } from './003-quotas.ts'
import { headerSecrets } from './004-header-secrets.ts'
import { retention } from './005-retention.ts'
import { siteChanges } from './006-site-changes.ts'
import { settingsRevision } from './007-settings-revision.ts'
import { siteActionTimes } from './008-site-action-times.ts'
import { edgeQuestions } from './009-edge-questions.ts'
import { siteLinks } from './010-site-links.ts'
import { lateness } from './011-lateness.ts'
import { runnerDelay } from './012-runner-delay.ts'
import { rollups } from './013-rollups.ts'
import { months } from './014-months.ts'
import { incidents } from './015-incidents.ts'
import { events } from './016-events.ts'
import { limits } from './017-limits.ts'
import { fleet } from './018-fleet.ts'
import { alerts } from './019-alerts.ts'
import { fleetSearch } from './020-fleet-search.ts'
import { originResults } from './021-origin-results.ts'
import { reopened } from './022-reopened.ts'
import { certificates } from './023-certificates.ts'
import { edgeReports } from './024-edge-reports.ts'
import { timesOver } from './025-times-over.ts'
import { hostClaims } from './026-host-claims.ts'
import { alertWaits } from './027-alert-waits.ts'
import { moreHeaderSecrets } from './028-more-header-secrets.ts'
import { cacheProofs } from './029-cache-proofs.ts'
import { alertChannels } from './030-alert-channels.ts'
import { stateSince } from './031-state-since.ts'
import { slowBy } from './032-slow-by.ts'
import { incidentNotes } from './033-incident-notes.ts'
import { twoChannels } from './034-two-channels.ts'
import { siteDays } from './035-site-days.ts'
import { severityFirst } from './036-severity-first.ts'
import { idempotentReplies } from './037-idempotent-replies.ts'
import { originErrors } from './038-origin-errors.ts'
import { rootDomains } from './039-root-domains.ts'
import { originHost } from './040-origin-host.ts'
import { counterparts } from './041-counterparts.ts'
import { worstValues } from './042-worst-values.ts'
import { people } from './043-people.ts'
import { sessionMethods } from './044-session-methods.ts'
import { signInLinks } from './045-sign-in-links.ts'
import { singleSignOn } from './046-single-sign-on.ts'
import { names } from './047-names.ts'
import { apiKeys } from './048-api-keys.ts'
import { factors } from './049-factors.ts'
import { applications } from './050-applications.ts'
import { inviters } from './051-inviters.ts'
import { ownCounts } from './052-own-counts.ts'
import { statusLock } from './053-status-lock.ts'

/** Each runs once, in order of name, on either database. */
export function migrations(kind: Kind): Record<string, Migration> {
  return {
    '001-start': start(kind),
    '002-account-counts': accountCounts(kind),
    '003-quotas': quotas(kind),
    '004-header-secrets': headerSecrets(),
    '005-retention': retention(),
    '006-site-changes': siteChanges(kind),
    '007-settings-revision': settingsRevision,
    '008-site-action-times': siteActionTimes,
    '009-edge-questions': edgeQuestions,
    '010-site-links': siteLinks(kind),
    '011-lateness': lateness,
    '012-runner-delay': runnerDelay,
    '013-rollups': rollups(kind),
    '014-months': months(kind),
    '015-incidents': incidents(kind),
    '016-events': events,
    '017-limits': limits,
    '018-fleet': fleet(kind),
    '019-alerts': alerts,
    '020-fleet-search': fleetSearch(kind),
    '021-origin-results': originResults,
    '022-reopened': reopened,
    '023-certificates': certificates(kind),
    '024-edge-reports': edgeReports,
    '025-times-over': timesOver,
    '026-host-claims': hostClaims(kind),
    '027-alert-waits': alertWaits,
    '028-more-header-secrets': moreHeaderSecrets,
    '029-cache-proofs': cacheProofs,
    '030-alert-channels': alertChannels,
    '031-state-since': stateSince,
    '032-slow-by': slowBy,
    '033-incident-notes': incidentNotes,
    '034-two-channels': twoChannels,
    '035-site-days': siteDays,
    '036-severity-first': severityFirst(kind),
    '037-idempotent-replies': idempotentReplies,
    '038-origin-errors': originErrors(kind),
    '039-root-domains': rootDomains(kind),
    '040-origin-host': originHost(kind),
    '041-counterparts': counterparts(kind),
    '042-worst-values': worstValues,
    '043-people': people(kind),
    '044-session-methods': sessionMethods,
    '045-sign-in-links': signInLinks,
    '046-single-sign-on': singleSignOn,
    '047-names': names,
    '048-api-keys': apiKeys,
    '049-factors': factors,
    '050-applications': applications,
    '051-inviters': inviters,
    '052-own-counts': ownCounts(kind),
    '053-status-lock': statusLock(kind),
  }
}

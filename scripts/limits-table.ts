import { alertLimits } from '../src/contract/alert-rule-body.ts'
import { maxPurgeItems } from '../src/contract/cache.ts'
import { connectivityLimits } from '../src/contract/connectivity.ts'
import { releaseLimits } from '../src/contract/events.ts'
import { noteLimits } from '../src/contract/incidents.ts'
import { keyLimits as ofKeys } from '../src/contract/key-limits.ts'
import { maxPerPage } from '../src/contract/paging.ts'
import { settingsLimits } from '../src/contract/settings-limits.ts'
import { variableLimits } from '../src/contract/variable-limits.ts'
import { countLimits, questionLimits, snapshotLimits, unknownHostLimits } from '../src/edge/control/limits.ts'
import { cacheLimits } from '../src/edge/limits.ts'
import { nginxLimits } from '../src/edge/nginx/limits.ts'
import { imageLimits, optimizerLimits } from '../src/edge/optimize/limits.ts'
import { originLimits } from '../src/edge/origin/limits.ts'
import { lookLimits, visitorLimits } from '../src/edge/serve/limits.ts'
import { tlsLimits } from '../src/edge/tls/limits.ts'
import { deliveryLimits } from '../src/service/alerts/limits.ts'
import { callerLimits, listLimits } from '../src/service/api/limits.ts'
import { authorityLimits } from '../src/service/certificates/limits.ts'
import { browserLimits } from '../src/service/checks/box/limits.ts'
import { httpCheckLimits } from '../src/service/checks/http/limits.ts'
import { checkLimits } from '../src/service/checks/limits.ts'
import { pageLimits } from '../src/service/checks/page/limits.ts'
import { throttleLimits } from '../src/service/checks/throttle/limits.ts'
import { lifetimes } from '../src/service/database/limits.ts'
import { eventLimits } from '../src/service/events/limits.ts'
import { factorLimits } from '../src/service/factors/limits.ts'
import { fleetLimits } from '../src/service/fleet/limits.ts'
import { connectionLimits, readinessLimits, requestLimits } from '../src/service/http/limits.ts'
import { mailLimits } from '../src/service/mail/limits.ts'
import { runnerLimits, usualLimits } from '../src/service/monitoring/limits.ts'
import { watcherLimits } from '../src/service/optimizer/limits.ts'
import { keyLimits } from '../src/service/keys/limits.ts'
import { oauthLimits } from '../src/service/oauth/limits.ts'
import { personLimits } from '../src/service/people/limits.ts'
import { readerLimits } from '../src/service/readers/limits.ts'
import { retentionLimits } from '../src/service/retention/limits.ts'
import { rollUpLimits } from '../src/service/rollups/limits.ts'
import { passwordWork } from '../src/service/secrets/limits.ts'
import { sessionLimits } from '../src/service/sessions/limits.ts'
import { telemetryLimits } from '../src/service/telemetry/limits.ts'
import { triedServerLimits } from '../src/service/sites/limits.ts'
import { stepLimits } from '../src/service/time/limits.ts'
import { networkLimits } from '../src/service/world/limits.ts'
import { earlyHintLimits } from '../src/shared/early-hint-limits.ts'
import { dnsLimits } from '../src/shared/guard/limits.ts'
import { bytes, characters, count, type Limit, limits, time } from '../src/shared/limit.ts'
import { processLimits } from '../src/shared/process-limits.ts'

// the contract's schemas hold these; the documentation only repeats them
const requestsOfContract = limits({
  perPage: count(maxPerPage, 'Rows of a page (422)'),
  purgeItems: count(maxPurgeItems, 'Items of a purge (422)'),
  locations: count(variableLimits.locations, 'Locations of a monitor or test (422)'),
  connectivities: count(variableLimits.connectivities, 'Connections of a monitor or test (422)'),
  browsers: count(variableLimits.browsers, 'Browsers of a monitor or test (422)'),
  roundSamples: count(variableLimits.samples, 'Samples of a round of a monitor or test (422)'),
  alertRules: count(
    alertLimits.rules,
    'Alert rules of an account, and as many of a partner for all its accounts (409)',
  ),
  alertName: characters(alertLimits.name, 'The name of an alert rule (422)'),
  alertSelected: count(alertLimits.selected, 'Sites, and monitors, that an alert rule names (422)'),
  alertUrl: characters(alertLimits.url, "A webhook's address (422)"),
  incidentNotes: count(noteLimits.notes, 'Notes of an incident (409)'),
  incidentNote: characters(noteLimits.text, 'A note (422)'),
  releaseTitle: characters(releaseLimits.title, 'The title of a release (422)'),
  releaseUrl: characters(releaseLimits.url, 'The address that a release links to (422)'),
  bandwidth: count(connectivityLimits.maxBandwidth, 'kbps of a connection; at least 1, or 0 for no limit (422)'),
  latency: time(connectivityLimits.maxLatency, 'The latency of a connection (422)'),
  dropRate: count(connectivityLimits.maxDropRate, 'Percent of packets that a connection loses (422)'),
})

const settingsOfContract = limits({
  bytes: bytes(settingsLimits.bytes, 'All of them as JSON (422)'),
  depth: count(settingsLimits.depth, 'Levels of nesting (422)'),
  entries: count(settingsLimits.entries, 'Entries of an action (422)'),
  filters: count(settingsLimits.filters, 'Filters of an entry, or for every action (422)'),
  matches: count(settingsLimits.matches, 'Conditions of a filter (422)'),
  condition: characters(settingsLimits.condition, 'A condition (422)'),
  matchedText: characters(
    settingsLimits.matchedText,
    'What a condition is compared with; a request with more is only forwarded',
  ),
  rules: count(settingsLimits.rules, 'Rules of a list (422)'),
  names: count(settingsLimits.names, 'Names of cookies or parameters of a list (422)'),
  matchedNames: count(
    settingsLimits.matchedNames,
    'Cookies of a request; with more it counts as one with a session. Or its parameters; of more, none is ignored',
  ),
  maxAge: time(settingsLimits.maxAge * 1000, 'How long the edge may keep a page (422)'),
  regexes: count(settingsLimits.regexes, 'Regular expressions in all filters together (422)'),
  regexSize: count(settingsLimits.regexSize, 'Instructions of a compiled regular expression (422)'),
  regexWeight: count(
    settingsLimits.regexWeight,
    'What compiling a regular expression may take: an instruction is 1, a set of characters without case 50 (422)',
  ),
  regexMemory: bytes(settingsLimits.regexMemory, 'Memory in which a regular expression keeps what it has worked out'),
  compiledRegexes: count(settingsLimits.compiledRegexes, 'Regular expressions that an edge node keeps compiled'),
  compiledSettings: count(settingsLimits.compiledSettings, 'Sites whose settings an edge node keeps compiled'),
  filterSteps: count(
    settingsLimits.filterSteps,
    'Steps that the filters may take for a request, each about 10 ns; a request that needs more is only forwarded',
  ),
} satisfies Record<keyof typeof settingsLimits, Limit<number>>)

/** Of the contract: what is longer is refused with 422. */
const keysOfContract = limits({
  sites: count(ofKeys.sites, 'Sites that a key is limited to (422)'),
  overlap: time(ofKeys.overlapHours * 3600_000, 'The old secret of a rotated key; then it is refused'),
})

/** Every limit on what comes from outside: the tables of the documentation, and what they show. */
export const limitsTables: readonly (readonly [title: string, ...limits: readonly object[]])[] = [
  ['Requests to the API', requestLimits, requestsOfContract],
  ['Settings of a site', settingsOfContract],
  ['Callers', callerLimits],
  [
    'People, sessions and keys',
    personLimits,
    sessionLimits,
    factorLimits,
    passwordWork,
    keyLimits,
    keysOfContract,
    oauthLimits,
  ],
  [
    'Heavy reads: series, samples, CSV of samples, searches and far pages of accounts',
    readerLimits,
    usualLimits,
    listLimits,
    fleetLimits,
    telemetryLimits,
  ],
  ['Connections to the service', connectionLimits],
  ['Checks', checkLimits, httpCheckLimits],
  ['Runners', runnerLimits],
  ['DNS', dnsLimits, networkLimits, watcherLimits],
  ['Connections of a throttled check', throttleLimits],
  ['Pages that are measured', pageLimits],
  ['The browser of page checks', browserLimits],
  ['Visitors of the edge', visitorLimits, unknownHostLimits],
  ['TLS and certificates of the edge', tlsLimits],
  ['Servers that the edge asks', originLimits, triedServerLimits],
  ['The cache of the edge; `EDGE_CACHE_SIZE` limits its memory', cacheLimits],
  ['Links of pages for early hints, and compression', earlyHintLimits, optimizerLimits],
  ['Images that the edge converts; beyond a limit, they are sent as they are', imageLimits],
  ['Certificates from `ACME_DIRECTORY`', authorityLimits],
  ['What an edge has counted while the database is away', countLimits],
  ['The snapshot of the sites, from which an edge starts while the database is away', snapshotLimits],
  ['nginx in front of the edge; `EDGE_DISK_CACHE_SIZE` limits its cache', nginxLimits],
  ['Questions to the edge', questionLimits, lookLimits],
  ['The log of what changed', eventLimits],
  ['The mail server', mailLimits],
  ['Alerts', deliveryLimits],
  ['Readiness', readinessLimits],
  ['A process: its log, and how it ends', processLimits],
  ['What is kept, and how it is deleted', stepLimits, rollUpLimits, retentionLimits, lifetimes],
]

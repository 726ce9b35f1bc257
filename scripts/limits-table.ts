import { alertLimits } from '../src/contract/alerts.ts'
import { maxPurgeItems } from '../src/contract/cache.ts'
import { connectivityLimits } from '../src/contract/connectivity.ts'
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
import { bounds } from '../src/shared/bounds.ts'
import { earlyHintLimits } from '../src/shared/early-hint-limits.ts'
import { bytes, characters, count, type Limit, limits, time } from '../src/shared/limit.ts'

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

/** Every limit on what comes from outside: the tables of the documentation, and what they show. */
export const limitsTables: readonly (readonly [title: string, ...limits: readonly object[]])[] = [
  ['Requests to the API', bounds.request, requestsOfContract],
  ['Settings of a site', settingsOfContract],
  ['Callers', bounds.caller],
  ['Heavy reads: series, samples, CSV of samples, searches and far pages of accounts', bounds.read],
  ['Connections to the service', bounds.connection],
  ['Checks', bounds.check],
  ['DNS', bounds.dns],
  ['Connections of a throttled check', bounds.throttle],
  ['Pages that are measured', bounds.page],
  ['The browser of page checks', bounds.browser],
  ['Visitors of the edge', visitorLimits, unknownHostLimits],
  ['TLS and certificates of the edge', tlsLimits],
  ['Servers that the edge asks', originLimits],
  ['The cache of the edge; `EDGE_CACHE_SIZE` limits its memory', cacheLimits],
  ['Links of pages for early hints, and compression', earlyHintLimits, optimizerLimits],
  ['Images that the edge converts; beyond a limit, they are sent as they are', imageLimits],
  ['Certificates from `ACME_DIRECTORY`', bounds.authority],
  ['What an edge has counted while the database is away', countLimits],
  ['The snapshot of the sites, from which an edge starts while the database is away', snapshotLimits],
  ['nginx in front of the edge; `EDGE_DISK_CACHE_SIZE` limits its cache', nginxLimits],
  ['Questions to the edge', questionLimits, lookLimits],
  ['The log of what changed', bounds.event],
  ['The mail server', bounds.mail],
  ['Alerts', bounds.alert],
  ['Readiness', bounds.readiness],
  ['The log', bounds.log],
  ['What is kept, and how it is deleted', bounds.retention],
]

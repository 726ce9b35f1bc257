import type { EndpointId } from './endpoints.ts'

/** `accounts` of `partner.accounts.list`. */
type NounOf<Id extends string> = Id extends `${string}.${infer Rest}`
  ? Rest extends `${infer Noun}.${string}`
    ? Noun
    : Rest
  : never

/** The heading that lists an operation. A noun without one doesn't compile. */
const headings: Readonly<Record<NounOf<EndpointId>, string>> = {
  read: 'Partner',
  accounts: 'Accounts',
  email: 'Accounts',
  keys: 'Keys',
  partnerKeys: 'Keys',
  signInLinks: 'Accounts',
  people: 'People',
  invitations: 'People',
  partnerPeople: 'People',
  partnerInvitations: 'People',
  fleet: 'Sites',
  sites: 'Sites',
  figures: 'Sites',
  serviceIps: 'Sites',
  optimizer: 'Optimizer',
  cache: 'Cache',
  edgeNodes: 'Cache',
  adn: 'Profiles and settings',
  profiles: 'Profiles and settings',
  tods: 'Profiles and settings',
  settings: 'Profiles and settings',
  monitors: 'Monitors',
  tests: 'Tests',
  samples: 'Samples',
  incidents: 'Incidents',
  openIncidents: 'Incidents',
  alertRules: 'Alerts',
  alerts: 'Alerts',
  partnerAlertRules: 'Alerts',
  partnerAlerts: 'Alerts',
  capabilities: 'Capabilities',
  quotas: 'Quotas',
  events: 'Events',
  partnerEvents: 'Events',
  session: 'Sessions',
  sessions: 'Sessions',
  password: 'Sessions',
  factors: 'Second factors',
  passkeys: 'Second factors',
  authenticator: 'Second factors',
  recoveryCodes: 'Second factors',
  invitation: 'Sessions',
  signInLink: 'Sessions',
  signOn: 'Sessions',
  authorization: 'Sessions',
}

/** In the order of the reference. */
export const tags = [...new Set(Object.values(headings))]

export function tagOf(id: string): string {
  const heading = new Map(Object.entries(headings)).get(id.split('.')[1] ?? '')
  if (heading === undefined) throw new Error(`${id} has no heading in the reference.`)
  return heading
}

type Descriptions = Readonly<Record<string, string>>

/** What a field means in input and replies, where its name and its rules don't make it clear. */
const common: Descriptions = {
  bandwidth_down: 'kbps, at least 1; 0 is unlimited.',
  bandwidth_up: 'kbps, at least 1; 0 is unlimited.',
  drop_rate: 'Percent of packets lost.',
  like_sample_id: 'Only samples of the connectivity and view of this one.',
  latency: 'Milliseconds added to each round trip; 0 for none.',
}

export const inputDescriptions: Descriptions = {
  ...common,
  at: 'When it went live, now by default: ISO 8601 (UTC where it has no zone), a JavaScript date string, or UNIX milliseconds.',
  at_site: 'true: only incidents at sites of the account; false: only those at other hosts.',
  actor:
    "Only changes made by these: the partner, anyone with the account's key (holder), the operator, DNS, or the service itself.",
  buckets: 'The number of buckets to divide the range into.',
  by_channel: 'Of each channel of an alert rule: where it leads, what it sent last and whether it works.',
  channel: 'How alerts go out: email or webhook. Of a rule with both, the first; to set both, use channels.',
  channels: 'How the alerts of a rule go out: email, webhook or both.',
  condition:
    'In purge_cache, what to purge: a path, which without a query string covers all of its query strings, or what the operator says. In settings, the value to match.',
  content_type: 'Required if the path is a CSS or JS file. Limits a PREFIX, CONTAIN or REGEX to these.',
  cookies: 'Names, or name=value.',
  deferred_creation: "Addon partners only: hold the welcome email until the account's email address is updated.",
  down_alerts: 'Whether the account starts with an alert rule that emails it when a page is down.',
  deferred_host: 'Addon partners only: the host is a placeholder, not a real site yet.',
  device:
    'What a page is opened on: DESKTOP, or PHONE with its screen and a CPU four times slower. Of a sample, null for an HTTP check.',
  direction: 'Of a filter: 1 includes the requests, 0 excludes them. Of a sorted list: asc or desc.',
  documentActions: 'The entries of each action, by its name. An action that is left out keeps its default.',
  domain:
    "Of a purge, the site's host by default. Of a site's dns, the registered domain that its host is in, which DNS panels leave out of names.",
  duration:
    'In minutes, for a test. The object {policy, length} is also accepted, in place of timing.policy and timing.duration.',
  end_date: 'DAY-MONTH-YEAR in UTC, inclusive. Requires start_date.',
  from: 'Start of the range: ISO 8601 (UTC where it has no zone), a JavaScript date string, or UNIX milliseconds.',
  headers: "Headers to send in addition to those that every browser sends. Connection headers aren't accepted.",
  header_name: 'For Request-Header, the name of the header to match.',
  host: 'A URL or a host name.',
  http_headers:
    'The values of Authorization, Cookie, Proxy-Authorization, and of headers whose names contain key, token, secret or password are never returned.',
  ignore_ssl_check: 'Despite its name, true checks the certificate and refuses an invalid one; false skips the check.',
  issue: 'Only samples with an issue of this code.',
  kind: 'Only changes of these kinds.',
  interval: 'Minutes between rounds, more than 5.',
  match: 'A request is selected only if all of them match.',
  maxAge: 'How long a page is kept, in seconds.',
  limits: 'The limit of each metric, by its name, in milliseconds, bytes or a count. A higher value is slow.',
  keep: 'Whether the browser stays signed in after it is closed.',
  key: 'The API key.',
  kinds: 'The kinds of incidents to report; null for all.',
  location: 'Data centers; in profile_and_locations, a single one.',
  metrics: 'The metrics to return; all by default.',
  min_severity: 'The lowest severity to report: 1 warning, 2 error, 3 critical.',
  monitor_ids: 'Incidents that these monitors have seen, in addition to those of site_ids; null for all.',
  new_host: 'A URL or a host name.',
  operator:
    'In purge_cache: EQUALS by default; PREFIX, CONTAIN and REGEX name all addresses that fit. REGEX uses RE2 syntax, which has no lookaround and no backreferences.',
  page: 'Starts at 1.',
  parameters: 'Query parameters to ignore; a trailing * matches any ending.',
  password: 'Never returned.',
  person_id: 'Only changes made by this person.',
  profile_and_locations:
    'Monitors or tests and their locations, in bracket notation: ' +
    'profile_and_locations[0][profile_id]=…&profile_and_locations[0][locations][]=… ' +
    '(profile_and_locations[][profile_id]=… also works).',
  profile_id: 'The id of a monitor or test; in purge_cache, of a profile (default: all profiles of the site).',
  proof_id: 'The proof to add to, if it is still the latest of the site.',
  recipient:
    "Whose email address alerts go to: the account holder's or the partner's. Only partners can choose their own.",
  query: 'An alias of search_term.',
  resourceActions: 'The entries of each action, by its name. An action that is left out keeps its default.',
  role: 'owner: everything; manager: all but people, keys and deletion; operator: states, purges, tests, muting and notes; viewer: reading.',
  revision: 'The revision you read. If the settings have changed since, the request is refused (409).',
  run_times: 'The number of rounds, for a test with the policy COUNT.',
  sample_type: '-1 all, 0 no issue, 1 warning, 2 error, 3 critical.',
  screen_capture: 'An alias of constants.screenshots.',
  screenshots: 'true: take screenshots while the page loads; when reading a sample, include them.',
  search_term: 'Only rows whose name (for accounts, name or email address) contains this text. Case-insensitive.',
  harmlessCookies:
    "Cookies that don't mean a session; visitors with any other cookie get no cached page. A trailing * matches any ending.",
  sessionCookies: 'Visitors with one of these cookies get no cached page; a trailing * matches any ending.',
  settings: 'Settings to try instead of the saved ones.',
  severity: 'Only monitors whose latest round has this severity: 0 no issue, 1 warning, 2 error, 3 critical.',
  site: 'A URL or a host name. Only a deferred host can do without.',
  site_id: 'The site to select or, of a new release, that it is of; all sites by default.',
  site_ids:
    'Of an alert rule, incidents of these sites, in addition to those of monitor_ids. Of a key, the only sites that it opens. Null for all.',
  overlap_hours: 'How long the old key goes on working. By default it is refused at once.',
  ends_at:
    'When it stops working: ISO 8601 (UTC where it has no zone), a JavaScript date string, or UNIX milliseconds; null for never.',
  slow_by:
    'Which slow incidents to report: those over a limit of their monitor (limits), or over 1.5 times what is usual (unusual); null for both.',
  split: 'Adds a series for each profile, location, connectivity or view.',
  start_date: 'DAY-MONTH-YEAR in UTC, inclusive. Defaults to 48 hours ago.',
  tag: "A tag that the site's server gave its responses, in Cache-Tag or Surrogate-Key.",
  tell_recovery: 'Whether to send an alert on recovery too.',
  to: 'End of the range: ISO 8601 (UTC where it has no zone), a JavaScript date string, or UNIX milliseconds.',
  title: 'What the release is called, in one line.',
  until:
    'Of a mute: ISO 8601 (UTC where it has no zone), a JavaScript date string, UNIX milliseconds, or null. Of a rule of the settings: its last day in UTC, such as 2026-10-31.',
  url: "The address to measure. Of an alert rule, the webhook's address, http or https. In explain, a URL of the site's host or preview address, or a path. Of an origin, its scheme, name or address, and port. Of a release, where to read about it, http or https.",
  user_id: 'The account; defaults to that of the key or the path.',
}

export const replyDescriptions: Descriptions = {
  ...common,
  actor:
    "Who made the change: the partner, anyone with the account's key (holder), the operator, DNS, or the service itself.",
  detail: 'Depends on the kind of event: the states before and after, the purged paths, and so on.',
  actions:
    'In explain, what the settings decide about each action for this request; in activity, when each action last acted.',
  address: "Whether the URL is on the site's own host or its preview address.",
  addon: 'Whether the partner may create accounts with a placeholder as their host, and hold back the welcome email.',
  again: 'What was found after one visit.',
  allowed_seconds: "How long the site's server allows the answer to be used, in seconds.",
  api_key: "The account's key for the user API.",
  api_url: "The record's URL in this API.",
  asked: 'How many edge nodes were asked.',
  applied: 'The throttling as measured; null if none was requested.',
  because: "Why the action doesn't act on the request; null if it does.",
  caught_up_at: "The time up to which the node has applied all purges and changes; null if it hasn't reported one.",
  compression: 'The compression that visitors get; null for none.',
  uncompressed_because: "Why the edge doesn't compress the answer although the settings allow it.",
  only_with: "Headers that browsers don't send: the cached answer is only for requests that have them.",
  created_at: 'ISO 8601, in UTC.',
  exception: 'The exception that leaves the request out, in words.',
  ruled_by: 'The ID of the rule that decides instead of the default actions.',
  rule_name: 'The name of that rule.',
  governed_by: 'The header that sets how long the answer is kept; `settings` if the settings do.',
  health: "Of an edge node: up, behind (it reports but can't read the latest changes) or away (it doesn't report).",
  handling: 'What the state of the site means for visitors: optimize, forward, a maintenance page, or no such site.',
  form: "Of an edge node: embedded (by itself) or nginx (with nginx in front, whose own copies a lookup doesn't see); null if it doesn't say.",
  GBS: 'Gigabytes (10^9 bytes).',
  http_headers: 'Values of secret headers are always null.',
  ignored_parameters: 'Query parameters of the URL that the cache ignores.',
  kept_as: 'The path and query that the answer is cached under.',
  last_acted_at: 'ISO 8601, in UTC; null if it has not acted yet.',
  last_sign_in_at: "The last use of the account's key, to the minute; null if it was never used.",
  metrics: 'By name; null if not measured.',
  outcome:
    "What optimizing would do, even if the site's state only forwards: keep the answer, validate it on each use, not keep it, server unreachable, or server not asked.",
  password: 'Always null.',
  purged: 'How many edge nodes answered without what they had stored before.',
  reason:
    "Of an alert, why it waits or was dropped. Of an answer, why it isn't kept (as in Cache-Status), or why there is none (as in Proxy-Status).",
  reseller: 'Whether the restrictions for resellers apply to the partner.',
  revision: 'Counts the changes of the settings.',
  rule: 'The rule behind the reason.',
  sample_type: '0 no issue, 1 warning, 2 error, 3 critical.',
  service_cname: "The target for the host's CNAME record.",
  secret: 'The key that signs webhooks. Returned only when it is created.',
  seconds: 'How long the answer is used without asking the server again.',
  sent: 'The session cookie that the request carries.',
  silent: "The locations of the edge nodes that didn't answer.",
  sentence: 'A sentence or two that explain it.',
  session: 'What a session cookie would change; null if nothing.',
  target: "Where alerts go: an email address or a URL; null for the partner's address.",
  taken_at: 'ISO 8601, in UTC.',
  updated_at: 'ISO 8601, in UTC.',
}

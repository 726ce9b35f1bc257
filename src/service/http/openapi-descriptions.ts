import type { EndpointId } from '../../contract/index.ts'

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
  fleet: 'Sites',
  sites: 'Sites',
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
  alertRules: 'Alerts',
  alerts: 'Alerts',
  partnerAlertRules: 'Alerts',
  partnerAlerts: 'Alerts',
  capabilities: 'Capabilities',
  quotas: 'Quotas',
  events: 'Events',
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
  latency: 'Milliseconds added to each round trip; 0 for none.',
}

export const inputDescriptions: Descriptions = {
  ...common,
  actor:
    'Only what these changed: the partner, whoever has the key of the account (holder), the operator, DNS, or the service by itself.',
  buckets: 'How many buckets the range is divided into.',
  channel: 'How alerts go out: email or webhook.',
  condition:
    'In purge_cache, the path to purge; without a query string, it covers every query string of the path. In settings, what to look for.',
  content_type: 'Required if the path is a CSS or JS file.',
  cookies: 'Names, or name=value.',
  deferred_creation: "Addon partners only: hold the welcome email until the account's email address is updated.",
  deferred_host: 'Addon partners only: the host is a placeholder, not a real site yet.',
  direction: 'Of a filter: 1 includes the requests, 0 excludes them. Of a sorted list: asc or desc.',
  documentActions: 'By name, the entries of each action; an action without a list is as its default says.',
  domain: "Defaults to the site's host.",
  duration:
    'In minutes, for a test. The object {policy, length} is also accepted, in place of timing.policy and timing.duration.',
  end_date: 'DAY-MONTH-YEAR in UTC, inclusive. Requires start_date.',
  from: 'Start of the range: ISO 8601 (UTC where it has no zone), a JavaScript date string, or UNIX milliseconds.',
  headers: "Beside those that every browser sends. Fields of the connection can't be tried.",
  header_name: 'For Request-Header, the header to look in.',
  host: 'A URL or a host name.',
  http_headers:
    'Values of Authorization, Cookie, Proxy-Authorization and of names that contain key, token, secret or password are never returned.',
  ignore_ssl_check: 'Despite its name, true checks the certificate and refuses an invalid one; false skips the check.',
  issue: 'Only samples with an issue of this code.',
  kind: 'Only changes of these kinds.',
  interval: 'Minutes between rounds, more than 5.',
  match: 'All of them together select a request.',
  maxAge: 'Seconds for which a page is kept.',
  limits: 'Milliseconds, bytes or counts by the name of the metric. More than that is slow.',
  kinds: 'The kinds of incidents to report; null for all.',
  location: 'Data centers; within profile_and_locations, one location.',
  metrics: 'The metrics to return; all by default.',
  min_severity: 'As of an issue: 1 warning, 2 error, 3 critical. Incidents below are not reported.',
  monitor_ids: 'Only incidents that these monitors have seen, beside those of site_ids; null for all.',
  new_host: 'A URL or a host name.',
  operator: 'REGEX takes the syntax of RE2, which has no look-around and no back-references.',
  page: 'Starts at 1.',
  parameters: 'Query parameters to ignore; a * at the end of a name stands for any ending.',
  password: 'Never returned.',
  profile_and_locations:
    'Monitors or tests and their locations, in bracket notation: ' +
    'profile_and_locations[0][profile_id]=…&profile_and_locations[0][locations][]=… ' +
    '(profile_and_locations[][profile_id]=… also works).',
  profile_id: 'The id of a monitor or test; in purge_cache, of a profile, by default all profiles of the site.',
  recipient:
    "Whose email address alerts go to: the account holder's, or the partner's, which only partners can choose.",
  query: 'An alias of search_term.',
  resourceActions: 'By name, the entries of each action; an action without a list is as its default says.',
  revision: 'The revision that was read: refused with 409 if the settings have changed since.',
  run_times: 'The number of rounds, for a test with the policy COUNT.',
  sample_type: '-1 all, 0 no issue, 1 warning, 2 error, 3 critical.',
  screen_capture: 'An alias of constants.screenshots.',
  screenshots: 'true: take screenshots while the page loads; when reading a sample, include them.',
  search_term: 'Only rows whose name (for accounts, name or email address) contains this text. Case-insensitive.',
  harmlessCookies:
    'Cookies that show no session; a visitor with any other gets no kept page. A * at the end of a name stands for any ending.',
  sessionCookies: 'Cookies of visitors who get no kept page; a * at the end of a name stands for any ending.',
  settings: 'Settings to try instead of the saved ones.',
  severity: 'Only those whose latest round is as bad: 0 no issue, 1 warning, 2 error, 3 critical.',
  site: 'A URL or a host name.',
  site_ids: 'Only incidents of these sites, beside those of monitor_ids; null for all.',
  split: 'What to add a series of each part by: profile, location, connectivity or view.',
  start_date: 'DAY-MONTH-YEAR in UTC, inclusive. Defaults to 48 hours ago.',
  tell_recovery: 'Whether to send an alert on recovery too.',
  to: 'End of the range: ISO 8601 (UTC where it has no zone), a JavaScript date string, or UNIX milliseconds.',
  until: 'ISO 8601 (UTC where it has no zone), a JavaScript date string, UNIX milliseconds, or null.',
  url: "The address to measure. Of an alert rule, the webhook's address, http or https. In explain, a URL of the site's host or preview address, or a path. Of an origin, its scheme, name or address, and port.",
  user_id: 'The account; by default, that of the key or of the path.',
}

export const replyDescriptions: Descriptions = {
  ...common,
  actor:
    'Who changed it: the partner, whoever has the key of the account (holder), the operator, DNS, or the service by itself.',
  detail: 'Depends on the kind of event: the states before and after, the purged paths, and so on.',
  actions: 'In explain, what the settings decide about each action for this request; in activity, when it last acted.',
  address: "Whether the URL is on the site's own host or its preview address.",
  addon: 'Whether the partner may create accounts with a placeholder as host, and hold back the welcome email.',
  allowed_seconds: "For how long the site's server allows the answer to be used.",
  api_key: "The account's key for the user API.",
  api_url: "The record's URL in this API.",
  applied: 'The throttling that was measured; null if none was requested.',
  because: 'Why the action leaves the request out; null if it acts.',
  caught_up_at:
    'Up to when an edge node has carried out all purges and taken over all changes; null if it does not say.',
  compression: 'How visitors get it; null for uncompressed.',
  uncompressed_because: 'Why the edge does not compress it although the settings allow it.',
  only_with: 'Headers that browsers do not send: only requests that have them, too, get the kept answer.',
  created_at: 'ISO 8601, in UTC.',
  exception: 'The exception that leaves the request out, in words.',
  ruled_by: 'The ID of the rule that decides instead of the default actions.',
  rule_name: 'The name of that rule.',
  governed_by: 'The header that decides for how long; `settings` where these do.',
  health: 'Of an edge node: up, behind if it cannot read what is new, away if it does not report.',
  handling: 'What the state of the site means for visitors: optimize, forward, a maintenance page, or no such site.',
  GBS: 'Gigabytes (10^9 bytes).',
  http_headers: 'Values of secret headers are always null.',
  ignored_parameters: 'Query parameters of the URL that make no difference.',
  kept_as: 'The path and query under which the answer is kept.',
  last_acted_at: 'ISO 8601, in UTC; null if it has not acted yet.',
  last_sign_in_at: "The last use of the account's key, to the minute; null if it was never used.",
  metrics: 'By name; null if not measured.',
  outcome:
    'What optimizing does, also where the state only forwards: kept, validated at each use, not kept, unreachable, or not asked.',
  password: 'Always null.',
  reason:
    'Of an alert, why it waits or was dropped. Of an answer, why it is not kept, as in Cache-Status, or why there is none, as in Proxy-Status.',
  reseller: 'Whether the restrictions for resellers apply to the partner.',
  revision: 'Counts the changes of the settings.',
  rule: 'The rule behind the reason.',
  sample_type: '0 no issue, 1 warning, 2 error, 3 critical.',
  service_cname: "The target for the host's CNAME record.",
  secret: 'The key of the signature, only when it has just been made.',
  seconds: 'For how long the answer is used without asking again.',
  sent: 'The session cookie that the request has.',
  sentence: 'The same in a sentence or two.',
  session: 'What a session cookie changes; null for nothing.',
  target: 'Where alerts go: an email address or a URL; null for the address of the partner.',
  taken_at: 'ISO 8601, in UTC.',
  updated_at: 'ISO 8601, in UTC.',
}

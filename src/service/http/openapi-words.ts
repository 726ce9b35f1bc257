import type { EndpointId } from '../../contract/index.ts'

/** `partner.accounts.list` is of `accounts`. */
type NounOf<Id extends string> = Id extends `${string}.${infer Rest}`
  ? Rest extends `${infer Noun}.${string}`
    ? Noun
    : Rest
  : never

/** The heading under which an operation stands. A noun without one does not compile. */
const headings: Readonly<Record<NounOf<EndpointId>, string>> = {
  read: 'Partner',
  accounts: 'Accounts',
  email: 'Accounts',
  sites: 'Sites',
  serviceIps: 'Sites',
  optimizer: 'Optimizer',
  cache: 'Cache',
  adn: 'Profiles and settings',
  profiles: 'Profiles and settings',
  tods: 'Profiles and settings',
  settings: 'Profiles and settings',
  monitors: 'Monitors',
  tests: 'Tests',
  samples: 'Samples',
  capabilities: 'Capabilities',
}

/** In the order of the reference. */
export const tags = [...new Set(Object.values(headings))]

export function tagOf(id: string): string {
  const heading = new Map(Object.entries(headings)).get(id.split('.')[1] ?? '')
  if (heading === undefined) throw new Error(`${id} has no heading in the reference.`)
  return heading
}

type Words = Readonly<Record<string, string>>

/** What a field means, sent or answered, where its name and its rules do not say it. */
const words: Words = {
  bandwidth_down: 'Kbps; 0 is not limited.',
  bandwidth_up: 'Kbps; 0 is not limited.',
  drop_rate: 'Percent of packets lost.',
  latency: 'Milliseconds added to a round trip; 0 is none.',
}

export const sentWords: Words = {
  ...words,
  buckets: 'How many parts the range is cut into.',
  condition: 'The path to purge, with its query where given, else all queries of the path.',
  content_type: 'Required where the path is that of a CSS or JS file.',
  deferred_creation: 'Addon partners only: the welcome mail is held back until the e-mail is updated.',
  deferred_host: 'Addon partners only: the host does not stand for a real site.',
  domain: "The site's host where left out.",
  duration: 'Minutes, for a test; the object {policy, length} is taken in place of timing.',
  end_date: 'DAY-MONTH-YEAR, inclusive, in UTC. Needs start_date.',
  from: 'Start of the range: a date in JavaScript notation, or UNIX milliseconds.',
  host: 'An address or a bare host.',
  ignore_ssl_check: 'false: the certificate is not checked. true: it is checked, and a bad one is refused.',
  interval: 'Minutes between rounds, more than 5.',
  location: 'Data centers; within profile_and_locations, one location.',
  metrics: 'Which to return; all where left out.',
  new_host: 'An address or a bare host.',
  page: 'From 1.',
  password: 'Never read back.',
  profile_and_locations:
    'Monitors or tests and their locations, in bracket notation: ' +
    'profile_and_locations[0][profile_id]=…&profile_and_locations[0][locations][]=… ' +
    '(profile_and_locations[][profile_id]=… is taken too).',
  profile_id: 'Of a monitor or a test; in purge_cache of a profile, all profiles of the site where left out.',
  query: 'Another name of search_term.',
  run_times: 'Rounds, for a test whose policy is COUNT.',
  sample_type: '-1 all, 0 no issue, 1 warning, 2 error, 3 critical.',
  screen_capture: 'Taken as constants.screenshots.',
  screenshots: 'true: pictures of the page as it is drawn are taken, and in the read of a sample included.',
  search_term: 'Rows whose name (or e-mail, for accounts) holds this text, in any case.',
  site: 'An address or a bare host.',
  start_date: 'DAY-MONTH-YEAR, inclusive, in UTC. The latest 48 hours where left out.',
  to: 'End of the range: a date in JavaScript notation, or UNIX milliseconds.',
  user_id: 'The account that is meant; where left out, the one of the key or of the path.',
}

export const answeredWords: Words = {
  ...words,
  api_key: "The account's key for the user API.",
  api_url: "The record's own address in this API.",
  applied: 'The throttling that was really applied; null where none was asked for.',
  created_at: 'ISO 8601 in UTC.',
  GBS: 'Gigabytes (10^9 bytes).',
  last_sign_in_at: "The last use of the account's key, to the minute; null before.",
  metrics: 'By name; null where not measured.',
  password: 'Never read back.',
  sample_type: '0 no issue, 1 warning, 2 error, 3 critical.',
  service_cname: 'What the CNAME record of the host must point at.',
  taken_at: 'ISO 8601 in UTC.',
  updated_at: 'ISO 8601 in UTC.',
}

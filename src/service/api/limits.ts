import { characters, count, limits, rate, time } from '../../shared/limit.ts'

export const callerLimits = limits({
  guesses: rate(30, 300, 'Unknown keys from an address; after that, its requests that fail authentication get 429'),
  requests: rate(3000, 10, 'Requests with an API key (429)'),
  keptReplies: rate(100_000, 86_400, 'Requests of a caller with an `Idempotency-Key`, whose replies are kept (429)'),
  openSites: rate(10, 3600, 'Sites that an address creates without a key (429)'),
  lookups: count(10, 'Hosts of a caller that DNS is asked about at a time, when it names them for its sites'),
  waitingLookups: count(90, 'Requests of a caller that wait for that (429)'),
  explanations: rate(20, 60, 'Requests of an account to explain what the edge does with an address (429)'),
  explanationTime: time(15_000, "For a site's server to answer such a request"),
  target: characters(2048, 'The path and query of an address that the edge is asked about (422)'),
  visits: rate(120, 60, "Visitor's requests that an account has the edge make, after a purge (429)"),
  proof: time(120_000, 'For the lookups that follow a proved purge; what is left then stays unchecked'),
  provedNodes: count(50, 'Edge nodes of which a proof keeps what each has stored, of those that answer'),
  provedPatterns: count(5, 'Patterns, tags and types of a proved purge whose stored addresses are counted'),
  keys: rate(10, 3600, 'Times that the key of an account is replaced by its holder or partner (429)'),
  welcomes: rate(5, 3600, 'Welcome emails that an account is sent on demand (429)'),
  alertTests: rate(10, 3600, 'Tests of an account, or of a partner (429)'),
  releases: rate(200, 86_400, 'Releases that an account records (429)'),
  edgeQuestions: count(200, 'Questions to the edge of all accounts that wait for answers (503)'),
})

export const listLimits = limits({
  skipped: count(5000, 'Accounts or sites up to the end of a page that is read without a thread'),
})

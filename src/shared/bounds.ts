// not through index.ts: the edge loads these limits, and needs no endpoints
import { alertLimits } from '../contract/alerts.ts'
import { maxPurgeItems } from '../contract/cache.ts'
import { connectivityLimits } from '../contract/connectivity.ts'
import { maxBodyBytes } from '../contract/errors.ts'
import { maxPerPage } from '../contract/paging.ts'
import { maxFoundSites } from '../contract/fleet-limits.ts'
import { settingsLimits } from '../contract/settings-limits.ts'
import { variableLimits } from '../contract/variable-limits.ts'
import { type Bound, bytes, characters, count, rate, type Rate, time } from './bound.ts'

const day = 24 * 3_600_000

/**
 * Every limit on what comes from outside. Limits that the dashboard must know too are part of the contract, and only
 * repeated here. Code reads them from `bounds`; `npm run settings-table` prints them into docs/operations.md.
 */
const groups = {
  request: {
    title: 'Requests to the API',
    limits: {
      body: bytes(maxBodyBytes, 'The body (413)'),
      headers: bytes(16 * 1024, 'All headers together (413)'),
      query: characters(16 * 1024, 'The query (400)'),
      parameters: count(1000, 'Parameters of a query, or fields of a form (400)'),
      name: characters(256, 'The name of a parameter (400)'),
      depth: count(4, 'Levels of brackets in the name of a parameter (400)'),
      index: count(999, 'An index in the name of a parameter (400)'),
      jsonDepth: count(32, 'Levels of nesting in JSON (400)'),
      id: characters(64, 'An ID in a path (404)'),
      perPage: count(maxPerPage, 'Rows of a page (422)'),
      purgeItems: count(maxPurgeItems, 'Items of a purge (422)'),
      target: characters(2048, 'The path and query of an address that the edge is asked about (422)'),
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
    },
  },
  settings: {
    title: 'Settings of a site',
    limits: {
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
      regexMemory: bytes(
        settingsLimits.regexMemory,
        'Memory in which a regular expression keeps what it has worked out',
      ),
      compiledRegexes: count(settingsLimits.compiledRegexes, 'Regular expressions that an edge node keeps compiled'),
      compiledSettings: count(settingsLimits.compiledSettings, 'Sites whose settings an edge node keeps compiled'),
      filterSteps: count(
        settingsLimits.filterSteps,
        'Steps that the filters may take for a request, each about 10 ns; a request that needs more is only forwarded',
      ),
    },
  },
  caller: {
    title: 'Callers',
    limits: {
      guesses: rate(30, 300, 'Unknown keys from an address; after that, its requests that fail authentication get 429'),
      openSites: rate(10, 3600, 'Sites that an address creates without a key (429)'),
      lookups: count(10, 'Hosts of a caller that DNS is asked about at a time, when it names them for its sites'),
      waitingLookups: count(90, 'Requests of a caller that wait for that (429)'),
      ownerlessChecks: count(1, 'Checks in progress of all sites without an owner together'),
      explanations: rate(20, 60, 'Requests of an account to explain what the edge does with an address (429)'),
      explanationTime: time(15_000, "For a site's server to answer such a request"),
      visits: rate(120, 60, "Visitor's requests that an account has the edge make, after a purge (429)"),
      welcomes: rate(5, 3600, 'Welcome emails that an account is sent on demand (429)'),
      edgeQuestions: count(200, 'Questions to the edge of all accounts that wait for answers (503)'),
    },
  },
  read: {
    title: 'Heavy reads: series, samples, CSV of samples, searches and far pages of accounts',
    limits: {
      threads: count(2, 'Threads for them; one is always kept for reads other than series'),
      heap: bytes(384 * 2 ** 20, 'JavaScript memory of a thread; a read that needs more is stopped (503)'),
      waiting: count(63, 'Series of an account that wait for the one that runs, and as many other reads (429)'),
      queued: count(500, 'Reads of all accounts that wait for a thread (503)'),
      waitingChecks: count(10_000, 'Checks that the telemetry counts as waiting; further ones are left out'),
      skippedAccounts: count(5000, 'Accounts or sites up to the end of a page that is read without a thread'),
      fleetFound: count(
        maxFoundSites,
        'Sites of the fleet that a search counts; then it only says that there are more',
      ),
      fleetCounts: count(
        1000,
        'Fleets and searches of them whose numbers of sites in trouble are remembered until they change',
      ),
      fleetSites: count(200, 'Sites whose figures in the fleet are looked for at a time'),
      fleetSamples: count(5000, 'Samples of two days that a site’s figures in the fleet are computed from'),
    },
  },
  connection: {
    title: 'Connections to the service',
    limits: {
      open: count(1000, 'Open connections; more are closed'),
      openByAddress: count(200, 'Open connections of one address, unless it is a trusted proxy or on this machine'),
      headers: time(10_000, 'Until all headers of a request have arrived (408)'),
      request: time(30_000, 'Until the whole request has arrived (408)'),
      // longer than most proxies keep a connection, so that they close it first
      idle: time(75_000, 'Between two requests of a connection; then it is closed'),
      shutdown: time(20_000, 'For requests and checks in progress to finish when the service stops'),
    },
  },
  check: {
    title: 'Checks',
    limits: {
      time: time(30_000, 'An HTTP check, or a view of a page check'),
      body: bytes(20 * 2 ** 20, 'The body that an HTTP check reads; the rest is left out'),
      // as in browsers
      headers: bytes(256 * 1024, 'All headers of a response to an HTTP check'),
      headerCount: count(200, 'Headers of them that are kept'),
      chunkLine: bytes(16 * 1024, 'The line with the size of a chunk'),
      header: bytes(8192, 'The value of one of them that is kept; the rest is cut'),
      chain: count(16, 'Certificates of a server in which its path to a root is looked for'),
      cookies: count(180, 'Cookies that an HTTP check keeps for its redirects; beyond that, it forgets the oldest'),
      cookie: bytes(4096, 'The name and value of one of them; a longer one is left out'),
      redirects: count(20, 'Redirects that an HTTP check follows, as browsers do'),
      similarIssues: count(10, 'Issues of a sample with the same code; further ones are only counted'),
      issueText: characters(300, "A page's or script's text in an issue; the rest is cut"),
      httpSlots: count(256, 'Concurrent HTTP checks of a runner in their first 2 s; with those that wait longer 2,048'),
      pageSlots: count(2, 'Concurrent page checks of a runner; 1 on fewer than 4 cores'),
      claimed: count(64, 'HTTP checks that a runner claims at once'),
      batch: count(64, 'Checks whose samples are stored in one transaction'),
      batchTime: time(50, 'Before samples are stored, so that others are stored with them'),
      busyBatchTime: time(250, 'The same while checks end all the time'),
      lease: time(30_000, 'Before another runner takes over the checks of one that has died'),
      usualTimes: count(100_000, 'Monitors whose usual times a runner remembers; beyond that, it forgets the oldest'),
      silentTargets: count(10_000, 'Silent targets that a runner remembers; beyond that, it forgets the oldest'),
    },
  },
  dns: {
    title: 'DNS',
    limits: {
      attempt: time(2000, 'The first attempt at a name server; later ones wait longer'),
      tries: count(2, 'Attempts at each name server'),
      patience: time(300, 'Without an answer, before the next name server is asked as well'),
      silence: time(60_000, 'Before a name server that was overtaken is asked again, to find out whether it is back'),
      addresses: count(16, 'Addresses of a host; further ones are left out'),
      hosts: count(256, 'Hosts that one check looks up, each of them once; requests to further ones fail'),
      kept: count(10_000, "Hosts of sites' servers whose addresses the edge keeps; beyond that, it forgets the oldest"),
      keptLeast: time(1000, 'How long it keeps them, even if DNS says less'),
      keptMost: time(5 * 60_000, 'How long it keeps them, even if DNS says more'),
      https: time(2000, 'For the host of a new site to answer over HTTPS'),
      watched: count(50, 'Sites whose DNS is checked at a time, in their first second'),
      watchedInAll: count(500, 'The same with those that wait longer'),
    },
  },
  throttle: {
    title: 'Connections of a throttled check',
    limits: {
      queued: bytes(256 * 2 ** 10, 'Data that waits to be sent on a connection; then its sender is paused'),
      inFlight: bytes(16 * 2 ** 20, 'Data on its way on a connection; then its sender is paused'),
      syns: count(7, 'Attempts to connect, each of which may be lost; then connecting fails'),
      retransmissions: count(15, 'Retransmissions of one segment; then its connection is closed'),
    },
  },
  page: {
    title: 'Pages that are measured',
    limits: {
      text: bytes(1024, 'One console message or uncaught exception; the rest is cut'),
      texts: count(100, 'Console messages and uncaught exceptions kept of a view, of each kind'),
      arguments: count(10, 'Arguments kept of one console message'),
      address: bytes(2048, 'The address of one request; the rest is cut'),
      requests: count(2000, 'Requests of a view; a page that makes more is stopped'),
      header: bytes(8192, 'The value of one response header; the rest is cut'),
      headers: count(200, 'Response headers kept of the page itself'),
      requestHeaders: count(30, 'Response headers kept of any request'),
      requestHeaderBytes: bytes(8192, 'Response headers of one request together; further ones are left out'),
      viewHeaderBytes: bytes(64 * 1024, 'Response headers of all requests of a view; later requests are kept without'),
      bytes: bytes(200 * 2 ** 20, 'What a view may receive; a page that receives more is stopped'),
      targets: count(64, 'Frames of other sites and workers that are watched'),
      frames: count(120, 'Frames of the screen kept while a view is measured'),
      filmstrip: count(20, 'Screenshots of a filmstrip'),
      screenshots: bytes(2 * 2 ** 20, 'All screenshots of a view; beyond that, every second one is left out'),
      answer: time(2000, 'For a page to answer a question'),
      lastAnswer: time(1000, 'For a page to answer once its time is up'),
      lastIndex: time(1500, 'For its speed index once its time is up'),
      certificates: time(
        1500,
        'For the servers on the way to a page to show their certificates again, after the views',
      ),
      close: time(1000, 'For a page to close before the next view'),
    },
  },
  browser: {
    title: 'The browser of page checks',
    limits: {
      memory: bytes(1536 * 2 ** 20, 'Memory of all its processes, shared memory not counted'),
      heap: bytes(384 * 2 ** 20, 'JavaScript memory of the process that controls it'),
      renderers: count(16, 'Renderer processes; further sites share them'),
      processes: count(64, 'All its processes'),
      start: time(60_000, 'For it to start'),
      grace: time(4500, 'For the sample to arrive after the time limits of its views; then the browser is killed'),
      close: time(3000, 'For it to close all of a page after the sample has arrived; then it is killed'),
      cpu: time(10_000, 'CPU time of a check; after that, it only gets what nothing else wants'),
      idle: time(10_000, "That it waits for its tenant's next check"),
    },
  },
  visitor: {
    title: 'Visitors of the edge',
    limits: {
      head: bytes(16 * 1024, 'All headers of a request (431)'),
      headers: time(15_000, 'Until all headers of a request have arrived (408)'),
      // longer than an origin may be silent, so that visitors get their answer
      connections: count(
        8192,
        'Open connections, for http and https each, and at most a quarter of the files that the process may open; more are closed. With nginx in front, so many requests at a time (503).',
      ),
      connectionsByAddress: count(
        512,
        'Connections of one address, unless it is a trusted proxy. With nginx in front, its requests at a time, too (503).',
      ),
      silence: time(75_000, 'Without anything sent or received on a connection; then it is closed'),
      idle: time(65_000, 'Between two requests of a connection; then it is closed'),
      handshake: time(10_000, 'For a TLS handshake'),
      streams: count(100, 'Requests at a time on a connection with HTTP/2; it refuses further ones'),
      resets: count(
        500,
        'Requests in a row that such a connection may take back, and 50 more a second; then it is closed',
      ),
      bodyPeriod: time(20_000, "For each part of a request's body while the server waits for it (408)"),
      leastBody: bytes(10 * 2 ** 10, 'Such a part, unless the body ends before'),
      tunnel: time(10 * 60_000, 'Without anything sent or received on an upgraded connection; then it is closed'),
      unknownPause: time(100, 'From one look into the database for hosts that no site has to the next'),
      unknownTime: time(1000, 'For such a look; then the host is unknown (421)'),
      unknownWaiting: count(200, 'Visitors of such hosts that wait for it at a time; others get 421 at once'),
      unknownHosts: count(10_000, 'Such hosts that get 421 without a look for a second'),
      wait: time(5000, "For the answer to another visitor's request; then it asks the origin itself"),
      waits: count(3, 'Answers that a request waits for in turn; then it asks the origin itself'),
      plain: bytes(8 * 1024, "A request that is answered without Node's HTTP server"),
      plainBody: bytes(64 * 1024, 'The body of such an answer'),
      prepared: count(4, 'Such answers kept ready of one stored response'),
      interim: count(8, "Interim responses (1xx) of a customer's server that are passed on with one answer"),
      waiting: bytes(256 * 2 ** 10, "Of an answer that waits for a visitor; then the customer's server waits, too"),
      unsent: bytes(
        512 * 2 ** 10,
        "Given to a connection with HTTP/2 and not sent; then the customer's server waits with what is for it",
      ),
      backlog: bytes(
        64 * 2 ** 20,
        'What waits for all visitors; beyond that, whoever has read nothing for the longest goes',
      ),
      compressed: count(64, 'Answers compressed while they are sent, about 1 MiB each; others are sent as they are'),
    },
  },
  certificate: {
    title: 'Certificates of the edge',
    limits: {
      pairs: count(10_000, 'Certificates in `EDGE_CERTIFICATES`; further ones are left out'),
      file: bytes(256 * 1024, 'One of its files'),
      ready: count(2000, 'Certificates kept ready for handshakes, 38 KiB each; others take 1 ms longer'),
      tickets: time(4 * 3_600_000, 'How long a session ticket is worth something at most'),
      challengePause: time(50, 'From one look for pending questions of certificate authorities to the next'),
      challengeTime: time(2000, 'For the database to answer'),
    },
  },
  origin: {
    title: 'Servers that the edge asks',
    limits: {
      connect: time(10_000, 'To connect, name look-up and TLS included (504)'),
      silence: time(60_000, 'Without anything sent or received (504)'),
      continue: time(1000, 'For its 100 (Continue); then the body is sent anyway'),
      connections: count(256, 'Connections to the server of a site; further requests wait'),
      share: count(64, "Requests at a time that a visitor's address has at it; further ones wait"),
      waiting: count(256, 'Requests of an address that wait for that; further ones are refused (503)'),
      turn: time(10_000, 'How long they wait (503)'),
      interim: count(100, 'Its interim responses (1xx) before one answer; then there is none (502)'),
      unattended: time(30_000, 'For an answer to end after its visitor has left, while it is read for the cache'),
      spare: count(32, 'Connections to one server kept open for later requests'),
      connectionsInAll: count(8192, 'Connections to all servers'),
      plain: count(32, "Of these to one server, those on which a request is sent without Node's HTTP client"),
      plainInAll: count(2048, 'Of these to all servers'),
      others: count(1000, "Servers remembered whose answers need Node's HTTP client"),
    },
  },
  cache: {
    title: 'The cache of the edge; `EDGE_CACHE_SIZE` limits its memory',
    limits: {
      object: bytes(8 * 2 ** 20, 'A body that is stored'),
      variants: count(16, 'Responses stored of one address; beyond that, the oldest goes'),
      address: characters(200, 'A path and query that is remembered as it is; of a longer one, a digest'),
      purges: count(100_000, 'Purges remembered; beyond that, everything older counts as purged'),
      unshared: count(20_000, "Addresses remembered whose answer wasn't for everyone"),
      unsharedTime: time(60_000, 'How long they are remembered'),
      notStored: count(5000, "Addresses remembered with the reason why their answer wasn't stored"),
      parts: count(5000, 'Addresses remembered of which a part was asked for'),
      partsTime: time(10 * 60_000, 'Between two requests for the whole because parts were asked for'),
      codings: count(200, 'Forms of `Accept-Encoding` remembered'),
      links: count(16, 'Links kept of a page for early hints'),
      linksLength: characters(4096, 'All of them together'),
      linksInAll: characters(4 * 2 ** 20, 'Those of all pages'),
    },
  },
  authority: {
    title: 'Certificates from `ACME_DIRECTORY`',
    limits: {
      atOnce: count(4, 'Certificates that a process gets at a time'),
      order: time(120_000, 'For the authority to give one'),
      answer: time(15_000, 'For each of its answers'),
      answerSize: bytes(256 * 2 ** 10, 'One of its answers'),
      chain: bytes(64 * 2 ** 10, 'A certificate with those that lead to a root'),
      problem: characters(300, 'Why it gave none; the rest is cut'),
      wait: time(7 * day, 'How long it may have the service wait'),
      lease: time(60_000, 'Before another process takes over from one that has died'),
      challenge: time(10 * 60_000, 'How long the edge proves to it that it serves a host'),
      demand: time(5 * 60_000, 'Between two attempts that a caller asks for (429)'),
    },
  },
  waiting: {
    title: 'What an edge has counted while the database is away',
    limits: {
      traffic: count(
        100_000,
        'Traffic of a site in 5 minutes; beyond that, it is added up by the hour, then by the day; then the oldest goes',
      ),
      originResults: count(50_000, 'Minutes of an origin; beyond that, the oldest go'),
      rows: count(200, 'Of them written in one transaction; nodes wait for each other meanwhile'),
    },
  },
  snapshot: {
    title: 'The snapshot of the sites, from which an edge starts while the database is away',
    limits: {
      bytes: bytes(256 * 2 ** 20, 'A larger one is ignored'),
      pause: time(60_000, 'Before it is written again, if sites have changed'),
      age: time(3600_000, 'Before it is written again in any case'),
    },
  },
  nginx: {
    title: 'nginx in front of the edge; `EDGE_DISK_CACHE_SIZE` limits its cache',
    limits: {
      buffered: bytes(64 * 2 ** 20, 'A body of unknown length that comes in HTTP/2 (413)'),
      control: time(5000, 'For nginx to answer the edge'),
      free: bytes(
        256 * 2 ** 20,
        'Free space on its disk, for which it deletes; with half of that, it keeps nothing more',
      ),
      log: bytes(10 * 2 ** 20, 'Its error log; then a new one is begun, and one old one kept'),
    },
  },
  look: {
    title: 'Questions to the edge',
    limits: {
      atOnce: count(8, 'Questions that a process of the edge answers at a time; further ones wait'),
      visit: time(10_000, "A visitor's request that the edge makes itself"),
      visitBody: bytes(16 * 2 ** 20, 'The body that it reads; the rest is left out'),
      value: characters(200, "A header's value in an answer; the rest is cut"),
      names: count(50, 'Header names of `Vary` in an answer'),
    },
  },
  image: {
    title: 'Images that the edge converts; beyond a limit, they are sent as they are',
    limits: {
      body: bytes(8 * 2 ** 20, 'An image'),
      pixels: count(16_000_000, 'Its pixels'),
      avifPixels: count(4_000_000, 'Its pixels for AVIF, which takes longest; larger ones become WebP'),
      time: time(10_000, 'A conversion; one at a time, in a process of its own'),
      waiting: count(32, 'Images that wait; further ones are converted when they are next asked for'),
    },
  },
  event: {
    title: 'The log of what changed',
    limits: {
      kept: count(100_000, 'Events of an account; beyond that, the oldest go before their time'),
      path: characters(200, 'A purged path that an event names; a longer one is only counted'),
      names: count(20, 'Actions and other parts of the settings that an event names, of each kind of change'),
      name: characters(60, 'One of them; the rest is cut'),
    },
  },
  mail: {
    title: 'The mail server',
    limits: {
      connect: time(10_000, 'For it to accept a connection'),
      greeting: time(10_000, 'For its greeting'),
      silence: time(20_000, 'For each of its replies'),
      reply: bytes(16 * 1024, 'One reply; a longer one ends the attempt'),
      attempt: time(30_000, 'Before another process takes over an email that one is sending'),
      batch: count(50, 'Emails sent in a row'),
      reason: characters(300, 'Its reply in the log; the rest is cut'),
    },
  },
  alert: {
    title: 'Alerts',
    limits: {
      tests: rate(10, 3600, 'Tests of an account, or of a partner (429)'),
      messages: count(10, 'Messages of a rule in 10 minutes; what comes beyond that is collected into a digest'),
      window: time(10 * 60_000, 'How long it is collected at most'),
      listed: count(100, 'Incidents listed in a digest; the others are only counted'),
      changes: count(200, 'Changes of incidents turned into alerts in one transaction'),
      pending: count(5000, 'Waiting alerts of a rule that are looked at together'),
      atOnce: count(16, 'Rules whose alerts are sent at a time'),
      webhook: time(10_000, 'For the receiver of a webhook to answer'),
      error: characters(300, 'Why an attempt failed, in the log of alerts; the rest is cut'),
    },
  },
  readiness: {
    title: 'Readiness',
    limits: {
      kept: time(1000, 'How long an answer of `/readyz` is kept'),
      patience: time(3000, 'For the database to take a write before it counts as unreachable'),
      written: bytes(16 * 1024, 'What it writes and deletes again'),
      room: bytes(2 ** 20, 'Free space on the disk of the embedded database, below which it counts as full'),
    },
  },
  log: {
    title: 'The log',
    limits: {
      waiting: bytes(2 ** 20, 'Lines that wait to be read; beyond that, new ones are dropped, and requests first'),
      exit: time(1000, 'For the last lines to be read when a process ends'),
      parts: count(12, 'Parts of a path that are logged, between slashes'),
    },
  },
  retention: {
    title: 'What is kept, and how it is deleted',
    limits: {
      rows: count(200, 'Rows deleted in one step'),
      bytes: bytes(4 * 2 ** 20, 'Details and screenshots deleted in one step, unless a single sample has more'),
      pause: time(50, 'Between two steps'),
      read: count(200, 'Accounts, monitors or sites that one query looks through'),
      searched: count(2000, 'Samples that one query looks through for the last one at a location'),
      rolledHours: count(48, 'Hours of a monitor that are rolled up in one step'),
      rolledSamples: count(2000, 'Samples rolled up in one step; an hour with more has no roll-up'),
      freedPages: count(200, 'Pages of the embedded database given back to the file system in one step'),
      orders: time(day, 'Flush and purge orders'),
      originResults: time(15 * 60_000, 'How requests to origins ended, minute by minute'),
      deletedSites: time(day, 'Traffic of a deleted site'),
      ownerlessSites: time(7 * day, "Sites without an owner whose CNAME record doesn't point at the service"),
      ownerlessSamples: time(14 * day, 'Samples of sites without an owner'),
      ownerlessDetails: time(day, 'Details and screenshots of sites without an owner'),
    },
  },
} as const satisfies Record<
  string,
  { readonly title: string; readonly limits: Readonly<Record<string, Bound<number> | Bound<Rate>>> }
>

type Groups = typeof groups
type Bounds = {
  readonly [G in keyof Groups]: {
    readonly [N in keyof Groups[G]['limits']]: Groups[G]['limits'][N] extends Bound<infer T> ? T : never
  }
}

/** Every limit, by group and name. Sizes are in bytes or characters, times in ms. */
export const bounds: Bounds = mapped(groups, ({ limits }) =>
  mapped<Bound<number | Rate>, number | Rate>(limits, ({ value }) => value),
) as Bounds

/** Every limit as the documentation lists it. */
export const documentedBounds: readonly {
  readonly title: string
  readonly limits: readonly { readonly what: string; readonly text: string }[]
}[] = Object.values(groups).map(({ title, limits }) => ({ title, limits: Object.values(limits) }))

function mapped<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

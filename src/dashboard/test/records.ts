import type * as z from 'zod/mini'
import {
  type CurrentSession,
  type InvitationRecord,
  type KeyRecord,
  type MembershipRecord,
  type PersonRecord,
  type SessionRecord,
  type AccountIncident,
  type alertRuleRecord,
  type capabilitiesRecord,
  deviceOf,
  type fleetSite,
  type incidentRecord,
  type listUserSites,
  type monitorRecord,
  type readAccount,
  type readFigures,
  type ReplyOf,
  type sampleDetail,
  type sampleRecord,
} from '../../contract/index.ts'

/*
 * Records as the service replies with them, for a test that names only what it is about.
 */

const at = '2026-11-21T10:00:00.000Z'

/** A list as the first and only page of it: `onePage({ rows: [aMonitor()] })`. */
export function onePage<Lists extends Readonly<Record<string, readonly unknown[]>>>(lists: Lists) {
  const total_entries = Object.values(lists).reduce((sum, rows) => sum + rows.length, 0)
  return { ...lists, current_page: 1, total_pages: 1, per_page: 25, total_entries }
}

type MonitorReply = z.input<typeof monitorRecord>

/** A monitor that runs and hasn't measured anything yet. */
export function aMonitor(own: Partial<MonitorReply> = {}): MonitorReply {
  return {
    id: '01990000-0000-7000-8000-0000000000c1',
    site_id: null,
    user_id: null,
    name: 'Home',
    template_type: 'multi-location',
    type: 'WEBPAGE',
    status: 'RUNNING',
    suspended_message: null,
    constants: {
      url: 'https://www.example.org/',
      protocol: 'HTTPS',
      http_headers: null,
      auth: null,
      password: null,
      screenshots: true,
      browser_cache: 'EMPTY',
    },
    variables: { locations: ['Frankfurt'], connectivities: [], browsers: [] },
    timing: { interval: 30, policy: 'PARALLEL', duration: null, run_times: null },
    created_at: at,
    updated_at: at,
    last_sample: null,
    limits: null,
    ...own,
  }
}

/** A test that ran once and is over. */
export function aTest(own: Partial<MonitorReply> = {}): MonitorReply {
  const { limits: _, ...test } = aMonitor({
    id: '01990000-0000-7000-8000-0000000000d1',
    name: 'One look',
    status: 'SUSPENDED',
    suspended_message: 'finished',
    timing: { interval: null, policy: 'COUNT', duration: null, run_times: 1 },
  })
  return { ...test, ...own }
}

type SampleReply = z.input<typeof sampleRecord>

/** A sample of `aMonitor()` without issues. */
export function aSample(own: Partial<SampleReply> = {}): SampleReply {
  return {
    id: '01990000-0000-7000-8000-0000000000e1',
    profile_id: '01990000-0000-7000-8000-0000000000c1',
    location: 'Frankfurt',
    data_center: 'Frankfurt',
    connectivity: null,
    browser: null,
    view: null,
    taken_at: at,
    sample_type: 0,
    issues: [],
    metrics: { first_byte: 120, time_to_display: 900 },
    ...own,
  }
}

type WholeSampleReply = z.input<typeof sampleDetail>
type RequestReply = WholeSampleReply['requests'][number]

/** The request of a page that was there after 150 ms. */
export function aRequest(own: Partial<RequestReply> = {}): RequestReply {
  return {
    url: 'https://www.example.org/',
    method: 'GET',
    type: 'document',
    status: 200,
    protocol: 'h2',
    start: 0,
    dns: 10,
    connect: 20,
    tls: 20,
    wait: 70,
    receive: 30,
    end: 150,
    bytes: 12_000,
    error: null,
    ...own,
  }
}

/** A whole sample, whose page consists of a single document. */
export function aWholeSample(own: Partial<WholeSampleReply> = {}): WholeSampleReply {
  return {
    ...aSample(),
    requests: [aRequest()],
    headers: [{ name: 'Content-Type', value: 'text/html' }],
    applied: null,
    ...own,
  }
}

/** What checks can run from. */
export function someCapabilities(): z.input<typeof capabilitiesRecord> {
  return {
    locations: [
      { name: 'Frankfurt', data_center: 'Frankfurt' },
      { name: 'Tokyo', data_center: 'Tokyo' },
    ],
    browsers: [{ name: 'Chromium', version: '150' }],
    devices: [deviceOf('DESKTOP'), deviceOf('PHONE')],
    connectivities: [{ name: 'Cable', bandwidth_down: 5000, bandwidth_up: 1000, latency: 28, drop_rate: 0 }],
  }
}

type Account = ReplyOf<typeof readAccount> & { readonly api_url: string }

/** An account, as it is listed and read. */
export function anAccount(own: Partial<Account> = {}): Account {
  return {
    id: '01990000-0000-7000-8000-0000000000b1',
    name: 'Fjord Bikes',
    email: 'fjordbikes@example.com',
    created_at: at,
    last_sign_in_at: null,
    api_key: 'account-key',
    api_url: '/api/partners/p/accounts/a',
    ...own,
  }
}

type Site = ReplyOf<typeof listUserSites>['sites'][number]

export const siteId = '01990000-0000-7000-8000-0000000000f1'

/** A site of `anAccount()` that has gone live. */
export function aSite(own: Partial<Site> = {}): Site {
  return {
    id: siteId,
    host: 'www.fjordbikes.example',
    optimizer: 'active',
    portal_url: '/sites/s/results',
    api_url: '/api/sites/s',
    service_cname: 'c1.edge.example',
    preview_url: null,
    ...own,
  }
}

type RootRecords = NonNullable<NonNullable<Site['dns']>['addresses']>

/** The records of a root domain whose A record names another server. */
export function someRootRecords(own: Partial<RootRecords> = {}): RootRecords {
  return {
    verdict: 'elsewhere',
    expected: ['198.51.100.7', '198.51.100.8', '2001:db8::7'],
    seen: ['203.0.113.9'],
    foreign: ['203.0.113.9'],
    txt: { name: '_site-performance.shop.example', value: 's-1.edge.example', seen: false },
    ...own,
  }
}

type FleetSite = z.input<typeof fleetSite>

/** `aSite()` among a partner's sites, healthy and not measured yet. */
export function aFleetSite(own: Partial<FleetSite> = {}): FleetSite {
  const { id, host } = aSite()
  const { id: account_id, name: account_name, email: account_email } = anAccount()
  return {
    id,
    host,
    account_id,
    account_name,
    account_email,
    state: 'active',
    trouble: 'healthy',
    severity: 0,
    kind: null,
    cause: null,
    since: null,
    partly: false,
    incidents: 0,
    impact: 0,
    dns: 'service',
    availability: null,
    lcp_p75: null,
    lcp_p75_before: null,
    lcp_hours: [],
    requests: null,
    offload: null,
    measured_at: null,
    ...own,
  }
}

type Figures = ReplyOf<typeof readFigures.user>

/** The figures of `aSite()` alone, which was measured every day and served by the edge. */
export function someFigures(own: Partial<Figures> = {}): Figures {
  const days = Array.from({ length: 30 }, (_, i) => i)
  const shared = {
    availability: 0.9996,
    failed_ms: 18 * 60_000,
    availability_days: days.map((day) => (day === 12 ? 'partly down' : day === 20 ? 'slow' : 'up')),
    lcp_p75: 1310,
    lcp_p75_before: 1430,
    lcp_days: days.map((day) => 1300 + day),
    requests: 2_310_000,
    offload: 0.778,
    saved_requests: 1_800_000,
    saved_bytes: 66e9,
  }
  return {
    ...shared,
    from: '2026-10-23',
    month_from: '2026-11-01',
    counts: { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 1 },
    failed_sites: 1,
    lcp_p75_compared: shared.lcp_p75,
    lcp_sites: 1,
    lcp_sites_compared: 1,
    requests_before: 2_100_000,
    requests_days: days.map((day) => 77_000 + day),
    saved_days: days.slice(0, 21).map(() => 85_000),
    sites: [{ id: siteId, ...shared, measured_at: at }],
    ...own,
  }
}

type Incident = z.input<typeof incidentRecord>

/** An open incident of `aSite()`. */
export function anIncident(own: Partial<Incident> = {}): Incident {
  return {
    id: '01990000-0000-7000-8000-000000000401',
    kind: 'down',
    severity: 3,
    host: aSite().host,
    site_id: siteId,
    cause: 'HTTP 503',
    started_at: at,
    ended_at: null,
    end_reason: null,
    partly: false,
    acknowledged_at: null,
    acknowledged_by: null,
    requests: null,
    places: [],
    ...own,
  }
}

/** `anIncident()` as a partner sees it among those of all accounts. */
export function anAccountIncident(own: Partial<AccountIncident> = {}): AccountIncident {
  const { id: account_id, name: account_name, email: account_email } = anAccount()
  return { ...anIncident(), account_id, account_name, account_email, ...own }
}

type AlertRule = z.input<typeof alertRuleRecord>

/** A rule that emails the account holder about whatever is down, and has told nothing yet. */
export function anAlertRule(own: Partial<AlertRule> = {}): AlertRule {
  return {
    id: '01990000-0000-7000-8000-000000000501',
    name: 'What is down',
    enabled: true,
    kinds: ['down'],
    min_severity: 1,
    site_ids: null,
    monitor_ids: null,
    channel: 'email',
    recipient: 'holder',
    target: anAccount().email,
    url: null,
    tell_recovery: true,
    muted_until: null,
    last_delivery: null,
    created_at: at,
    updated_at: at,
    ...own,
  }
}

/** The place of a manager of `anAccount()`. */
export function aMembership(own: Partial<MembershipRecord> = {}): MembershipRecord {
  const { id, name } = anAccount()
  const partner_id = '01990000-0000-7000-8000-0000000000a1'
  return { kind: 'account', id, name, role: 'manager', partner_id, needs_factor: false, ...own }
}

export const personId = '01990000-0000-7000-8000-000000000601'

/** The session of Ada, who belongs to `anAccount()` only. */
export function aCurrentSession(own: Partial<CurrentSession> = {}): CurrentSession {
  return {
    id: '01990000-0000-7000-8000-000000000602',
    person: {
      id: personId,
      name: 'Ada Berg',
      email: 'ada@fjordbikes.example',
      must_change_password: false,
      has_factor: false,
    },
    memberships: [aMembership()],
    method: 'password',
    kept: false,
    created_at: at,
    ends_at: at,
    ...own,
  }
}

/** `aCurrentSession()` among all of Ada's. */
export function aSession(own: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: aCurrentSession().id,
    current: true,
    browser: 'Firefox on Windows',
    address: '192.0.2.7',
    method: 'password',
    kept: false,
    created_at: at,
    last_seen_at: at,
    ends_at: at,
    ...own,
  }
}

/** Ada, as one of the people of `anAccount()`. */
export function aPerson(own: Partial<PersonRecord> = {}): PersonRecord {
  return {
    id: personId,
    name: 'Ada Berg',
    email: 'ada@fjordbikes.example',
    role: 'owner',
    created_at: at,
    last_seen_at: at,
    you: true,
    ...own,
  }
}

/** A key beside the main one of `anAccount()`. */
export function aKey(own: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: '01990000-0000-7000-8000-000000000701',
    name: 'Deployment',
    main: false,
    role: 'operator',
    sites: null,
    application: null,
    state: 'active',
    created_at: at,
    created_by: 'Ada Berg',
    rotated_at: null,
    ends_at: null,
    last_used_at: at,
    last_used_from: '192.0.2.7',
    previous: null,
    current: false,
    ...own,
  }
}

export function anInvitation(own: Partial<InvitationRecord> = {}): InvitationRecord {
  return {
    id: '01990000-0000-7000-8000-000000000603',
    email: 'ben@fjordbikes.example',
    role: 'viewer',
    invited_by: 'Ada Berg',
    created_at: at,
    expires_at: '2026-11-28T10:00:00.000Z',
    ...own,
  }
}

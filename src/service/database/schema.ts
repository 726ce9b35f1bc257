import type { Generated, Insertable, Selectable } from 'kysely'
import type { AlertTable, AlertRuleTable } from './alert-tables.ts'
import type { AcmeAccountTable, AcmeChallengeTable, CertificateTable } from './certificate-tables.ts'
import type { Flag, Json, Time } from './columns.ts'
import type {
  CacheOrderTable,
  CacheProofTable,
  EdgeAnswerTable,
  EdgeNodeTable,
  EdgeProcessTable,
  EdgeQuestionTable,
  SiteActionTimeTable,
  SiteLinkTable,
  TrafficTable,
} from './edge-tables.ts'
import type { SiteCountTable, SiteStatusTable } from './fleet-tables.ts'
import type {
  AvailabilityTable,
  IncidentChangeTable,
  IncidentNoteTable,
  IncidentPlaceTable,
  IncidentTable,
  OriginResultTable,
  RecentRoundTable,
} from './incident-tables.ts'
import type { ApplicationTable, AuthorizationCodeTable } from './oauth-tables.ts'
import type {
  AuthenticatorTable,
  IdentityTable,
  ApiKeyTable,
  KnownBrowserTable,
  MembershipTable,
  PartnerEventTable,
  PasskeyTable,
  PendingSignInTable,
  PersonLinkTable,
  PersonTable,
  RecoveryCodeTable,
  SessionTable,
  SignOnDomainTable,
  SignOnTable,
} from './people-tables.ts'
import type {
  CheckTable,
  KeptDetailTable,
  MonitorTable,
  RunnerTable,
  SampleDetailTable,
  SampleRollupTable,
  SampleTable,
  ScreenshotTable,
  StaleHourTable,
} from './monitoring-tables.ts'

/** The service's own data. */
export interface MetaTable {
  /** `plain_headers` exists until headers that an older version stored in plain text have been sealed. */
  name: 'key_check' | 'plain_headers' | 'readiness'
  value: string
}

export interface PartnerTable {
  id: string
  name: string
  email: string
  reseller: Flag
  addon: Flag
  granted: Flag
  /** Whether its people need a second factor. */
  factor_required: Generated<number>
  key_hash: string
  key_sealed: string
  created_at: Time
}

export interface AccountTable {
  id: string
  partner_id: string
  name: string
  name_lower: string
  email: string
  email_lower: string
  first_name: string | null
  last_name: string | null
  company: string | null
  phone: string | null
  plan: 'free' | 'paid' | 'plus_paid'
  /** Whether its people need a second factor. */
  factor_required: Generated<number>
  key_hash: string
  key_sealed: string
  created_at: Time
  last_sign_in_at: Time | null
}

/** The number of accounts of each partner, maintained by triggers. Partners that never had any have no row. */
interface AccountCountTable {
  partner_id: string
  accounts: number
}

/** Quotas that the operator has set for an account, in place of its plan's; null keeps the plan's. */
export interface AccountQuotaTable {
  account_id: string
  sites: number | null
  monitors: number | null
  runs: number | null
  bytes: number | null
  checks: number | null
}

/** How many tests an account has created as RUNNING on a day. */
interface AccountRunTable {
  account_id: string
  /** Days since 1970 in UTC. */
  day: number
  runs: number
}

export interface SiteTable {
  id: string
  /** Null for a site created without a key. */
  account_id: string | null
  host: string
  /** The site that was created with the account. */
  first: Flag
  /** A placeholder host: no optimizer, no key page. */
  deferred: Flag
  /** The optimizer's state, or `deletedState`. */
  state: string
  /** Since when it is in that state, UNIX ms; 0 where that isn't known. */
  state_since: Generated<number>
  /** The state that `resume` returns to. */
  resume_state: string
  /** An `off` that only the operator can end. */
  off_by_operator: Generated<number>
  service_cname: string
  preview_host: string
  https: Flag
  check_certificate: Flag
  origin: string | null
  cname_seen: string | null
  cname_seen_at: Time | null
  /** Since when the site has its host. */
  host_since: Generated<number>
  /** Whether the host's TXT record names the site. It's asked where several sites have the host, and of a root domain. */
  txt_seen: Generated<number>
  /** Whether the host's visitors belong to another site. */
  host_taken: Generated<number>
  /** Where the addresses of a root domain led at the last look, one of `rootDnsVerdicts`; null where they don't matter. */
  root_dns: Generated<string | null>
  /** The addresses themselves, JSON. */
  addresses_seen: Generated<string | null>
  /** The customer's server as its owner has set it, a URL without a path; null where DNS says which it is. */
  own_origin: Generated<string | null>
  /** What that server gets as `Host`, with its port; null for the site's own. */
  origin_host: Generated<string | null>
  /** The counterpart of the host, whose visitors are redirected to the site; null while they aren't to be. */
  counterpart: Generated<string | null>
  /** What DNS says of the counterpart, as the columns without its name say of the host. */
  counterpart_cname_seen: Generated<string | null>
  counterpart_seen_at: Generated<Time | null>
  counterpart_txt_seen: Generated<number>
  counterpart_addresses_seen: Generated<string | null>
  /** Where it leads, one of `rootDnsVerdicts`. */
  counterpart_dns: Generated<string | null>
  /** Since when that's here. */
  counterpart_since: Generated<Time | null>
  /** When DNS is checked next, or when the row of a deleted site is deleted. */
  next_look_at: Time
  created_at: Time
}

/**
 * When what the edge reads of a site last changed, or the site was deleted. Maintained by triggers; retention deletes the
 * rows of sites that have long been gone.
 */
interface SiteChangeTable {
  site_id: string
  /** See `changePosition`. */
  position: number
}

export interface ProfileTable {
  id: string
  site_id: string
  name: string
  default: Flag
  /** JSON, null for the default rules. */
  settings: Json | null
  /** Counts the changes of `settings`. */
  settings_revision: Generated<number>
  created_at: Time
}

/** What changed, by whom and when. Events outlive the sites and monitors that they tell of, but not their account. */
interface EventTable {
  id: string
  account_id: string
  site_id: string | null
  monitor_id: string | null
  at: Time
  kind: string
  actor: string
  /** Who did it, where a person did, with the name of then. */
  person_id: Generated<string | null>
  person_name: Generated<string | null>
  /** The key that did it, unless it was the main one, with the name of then. */
  key_id: Generated<string | null>
  key_name: Generated<string | null>
  /** JSON; see `eventDetails` in the contract. */
  detail: Json
}

/** An email that waits to be sent, and is deleted once it has been. */
export interface MailTable {
  id: string
  /** The account that it is about and, for a welcome, whose address it goes to. */
  account_id: string | null
  kind: 'welcome' | 'person'
  /** Sealed: the password of a welcome; all that a letter to a person says, as JSON. */
  secret_sealed: string
  /** Held until the account's email address is updated. */
  held: Flag
  attempts: number
  next_at: Time
  created_at: Time
  /** When nobody needs it any more; null for never. */
  expires_at: Generated<number | null>
}

/** The first reply to each Idempotency-Key of a caller. */
interface IdempotentReplyTable {
  /** In order of creation. */
  id: string
  /** A digest of the caller and its key. */
  caller_key: string
  /** A digest of the request. */
  request: string
  /** As JSON; null until there is one. */
  reply_sealed: string | null
  created_at: Time
}

/** Work that one process does at a time. */
interface LeaseTable {
  name: string
  holder: string
  until: Time
}

export interface Schema {
  meta: MetaTable
  partners: PartnerTable
  accounts: AccountTable
  people: PersonTable
  memberships: MembershipTable
  sessions: SessionTable
  api_keys: ApiKeyTable
  applications: ApplicationTable
  authorization_codes: AuthorizationCodeTable
  person_links: PersonLinkTable
  sign_ons: SignOnTable
  sign_on_domains: SignOnDomainTable
  identities: IdentityTable
  passkeys: PasskeyTable
  authenticators: AuthenticatorTable
  recovery_codes: RecoveryCodeTable
  pending_sign_ins: PendingSignInTable
  known_browsers: KnownBrowserTable
  partner_events: PartnerEventTable
  account_counts: AccountCountTable
  account_quotas: AccountQuotaTable
  account_runs: AccountRunTable
  sites: SiteTable
  site_changes: SiteChangeTable
  site_status: SiteStatusTable
  site_counts: SiteCountTable
  profiles: ProfileTable
  events: EventTable
  mails: MailTable
  cache_orders: CacheOrderTable
  cache_proofs: CacheProofTable
  idempotent_replies: IdempotentReplyTable
  traffic: TrafficTable
  site_action_times: SiteActionTimeTable
  site_links: SiteLinkTable
  edge_nodes: EdgeNodeTable
  edge_processes: EdgeProcessTable
  edge_questions: EdgeQuestionTable
  edge_answers: EdgeAnswerTable
  monitors: MonitorTable
  checks: CheckTable
  samples: SampleTable
  sample_details: SampleDetailTable
  screenshots: ScreenshotTable
  kept_details: KeptDetailTable
  sample_rollups: SampleRollupTable
  stale_hours: StaleHourTable
  recent_rounds: RecentRoundTable
  availability: AvailabilityTable
  incidents: IncidentTable
  incident_places: IncidentPlaceTable
  incident_notes: IncidentNoteTable
  incident_changes: IncidentChangeTable
  origin_results: OriginResultTable
  alert_rules: AlertRuleTable
  alerts: AlertTable
  certificates: CertificateTable
  acme_challenges: AcmeChallengeTable
  acme_accounts: AcmeAccountTable
  leases: LeaseTable
  runners: RunnerTable
}

export type Partner = Selectable<PartnerTable>
export type Account = Selectable<AccountTable>
export type Person = Selectable<PersonTable>
export type Membership = Selectable<MembershipTable>
export type Session = Selectable<SessionTable>
export type SignOn = Selectable<SignOnTable>
export type ApiKey = Selectable<ApiKeyTable>
export type Application = Selectable<ApplicationTable>
export type AuthorizationCode = Selectable<AuthorizationCodeTable>
export type PersonLink = Selectable<PersonLinkTable>
export type Passkey = Selectable<PasskeyTable>
export type Authenticator = Selectable<AuthenticatorTable>
export type PendingSignIn = Selectable<PendingSignInTable>
export type Site = Selectable<SiteTable>
export type Event = Selectable<EventTable>
export type Profile = Selectable<ProfileTable>
export type Monitor = Selectable<MonitorTable>
export type NewMonitor = Insertable<MonitorTable>
export type CheckRow = Selectable<CheckTable>
export type Incident = Selectable<IncidentTable>
export type IncidentPlace = Selectable<IncidentPlaceTable>
export type AlertRule = Selectable<AlertRuleTable>
export type Alert = Selectable<AlertTable>
export type SampleRow = Selectable<SampleTable>

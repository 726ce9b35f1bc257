import { v7 as uuid } from 'uuid'
import { isOptimized, type OptimizerState, optimizerStates } from '../../src/contract/index.ts'
import type { Account, ApiKey, Monitor, NewMonitor, Partner, Schema, Site } from '../../src/service/database/index.ts'
import { noCounterpart } from '../../src/service/sites/index.ts'
import type { RecordedCheck } from '../../src/service/incidents/index.ts'
import { readSpec } from '../../src/service/monitoring/index.ts'
import { FleetFigures } from '../../src/service/fleet/index.ts'
import { hashOf, newKey } from '../../src/service/secrets/index.ts'
import type { Services } from '../../src/service/api/services.ts'
import type { Insertable, Kysely } from 'kysely'
import { accountNames, slug } from './names.ts'
import { pagedHost, seededAlerts } from './seed-alerts.ts'
import { randomFrom } from './random.ts'
import { certificateRows } from './seed-certificates.ts'
import { connector, seededKeys } from './seed-keys.ts'
import { seedEvidence } from './seed-evidence.ts'
import { eventRows, lastMove, movedAt, partnerEventRows } from './seed-events.ts'
import { seededPeople } from './seed-people.ts'
import { seededMonitors, type SeededMonitor } from './seed-monitors.ts'
import { checksOf, seedIncidents } from './seed-incidents.ts'
import { profileRows } from './seed-profiles.ts'
import { sampleRows } from './seed-samples.ts'
import { trafficRows } from './seed-traffic.ts'
import { notesOf } from './seed-notes.ts'
import { originRows, pastOriginIncident, pastTrouble, seeing, takenOffRows, troublesOf } from './seed-trouble.ts'
import { scriptedBrowser, type ScriptedWorld } from './world.ts'

export interface Size {
  readonly accounts: number
  /** Days of samples for the key pages of the main account, and for everyone else's. */
  readonly daysOfSamples: number
  readonly daysElsewhere: number
  /** Whether every site has traffic, or only those of the main account. */
  readonly trafficEverywhere: boolean
}

export interface SignIn {
  readonly id: string
  readonly key: string
}

export interface Seeded {
  readonly partner: SignIn
  readonly reseller: SignIn
  /** The main account, which most specs use. */
  readonly account: SignIn
}

const day = 24 * 3600_000
const half = 30 * 60_000

/** The state of an account's first site. DNS rarely takes one off. */
function stateOf(account: number): OptimizerState {
  const state = optimizerStates[account % optimizerStates.length] ?? 'preview'
  return state === 'off' && Math.floor(account / optimizerStates.length) % 8 !== 0 ? 'active' : state
}

/** Seeds a partner with accounts, sites in every state, monitors and samples up to now, and a small reseller. */
export async function seed(services: Services, world: ScriptedWorld, size: Size): Promise<Seeded> {
  const seeder = new Seeder(services, world)
  const partner = seeder.partner('Nordhost', { reseller: false, addon: true })
  const reseller = seeder.partner('Hafen Hosting', { reseller: true, addon: false })
  const random = randomFrom('sites')

  for (const [i, name] of accountNames(size.accounts).entries()) {
    const account = seeder.account(partner.id, name, `${slug(name)}@example.com`, (size.accounts - i) * 3 * 3600_000)
    const isMain = name === 'Fjord Bikes'
    const states: readonly OptimizerState[] = isMain
      ? ['active', ...optimizerStates.filter((state) => state !== 'active')]
      : [stateOf(i), ...(random() < 0.3 ? (['preview'] as const) : [])]
    for (const [n, state] of states.entries()) {
      const host = n === 0 ? `www.${slug(name)}.example` : `${isMain ? slug(state) : 'shop'}.${slug(name)}.example`
      seeder.site(account, host, state, isMain && n === 0 ? size.daysOfSamples : size.daysElsewhere)
    }
  }
  seeder.account(partner.id, 'Ängelholm Empty', 'empty@example.com', day)
  const faulty = seeder.account(partner.id, 'Faulty Hosts', 'faulty@example.com', day)
  for (const host of [
    'fail-503.test',
    'fail-500.test',
    'fail-429.test',
    'malformed.test',
    'slow.test',
    'no-dns.test',
  ]) {
    seeder.site(faulty, host, 'preview', 1)
  }
  // behind the edge, so that its samples show whose answer they got
  seeder.site(faulty, 'page-503.test', 'active', 1)
  for (const name of ['Kai Bäckerei', 'Speicher Foto', 'Lotse Reisen']) {
    seeder.site(
      seeder.account(reseller.id, name, `${slug(name)}@example.com`, 9 * day),
      `www.${slug(name)}.example`,
      'trial',
      size.daysElsewhere,
    )
  }
  return seeder.write({ partner, reseller }, size)
}

class Seeder {
  readonly #services: Services
  readonly #world: ScriptedWorld
  readonly #now: number
  readonly #partners: Partner[] = []
  readonly #accounts: Account[] = []
  readonly #sites: Site[] = []
  readonly #monitors: SeededMonitor[] = []
  #mainAccount: SignIn | undefined

  constructor(services: Services, world: ScriptedWorld) {
    this.#services = services
    this.#world = world
    this.#now = services.world.clock.now()
  }

  partner(name: string, kind: { reseller: boolean; addon: boolean }): SignIn {
    const key = newKey()
    const row: Partner = {
      id: uuid(),
      name,
      email: `partners@${slug(name)}.example`,
      reseller: kind.reseller ? 1 : 0,
      addon: kind.addon ? 1 : 0,
      granted: 1,
      factor_required: 0,
      key_hash: hashOf(key),
      key_sealed: this.#services.vault.seal(key),
      created_at: this.#now - 300 * day,
    }
    this.#partners.push(row)
    return { id: row.id, key }
  }

  account(partnerId: string, name: string, email: string, age: number): Account {
    const key = newKey()
    const row: Account = {
      id: uuid(),
      partner_id: partnerId,
      name,
      name_lower: name.toLowerCase(),
      email,
      email_lower: email.toLowerCase(),
      first_name: null,
      last_name: null,
      company: name,
      phone: null,
      plan: 'paid',
      factor_required: 0,
      key_hash: hashOf(key),
      key_sealed: this.#services.vault.seal(key),
      created_at: this.#now - age - 40 * day,
      last_sign_in_at:
        age % (5 * 3600_000) === 0 && name !== 'Fjord Bikes' ? null : this.#now - (age % (9 * day)) - 3600_000,
    }
    this.#accounts.push(row)
    if (name === 'Fjord Bikes') this.#mainAccount = { id: row.id, key }
    return row
  }

  site(account: Account, host: string, state: OptimizerState, days: number): void {
    const { serviceDomain } = this.#services.settings
    const label = slug(host)
    const pointed = state === 'trial' || state === 'active' || state === 'transparent' || state === 'maintenance'
    const site: Site = {
      id: uuid(),
      account_id: account.id,
      host,
      first: this.#sites.some((other) => other.account_id === account.id) ? 0 : 1,
      deferred: 0,
      state,
      state_since: account.created_at,
      resume_state: isOptimized(state) ? state : 'active',
      off_by_operator: 0,
      service_cname: `s-${label}.${serviceDomain}`,
      preview_host: `p-${label}.${serviceDomain}`,
      https: 1,
      check_certificate: 0,
      origin: '192.0.2.10',
      cname_seen: pointed ? `s-${label}.${serviceDomain}` : state === 'off' ? `origin.${host}` : null,
      cname_seen_at: this.#now - 40_000,
      host_since: account.created_at,
      txt_seen: 0,
      host_taken: 0,
      root_dns: null,
      addresses_seen: null,
      own_origin: null,
      origin_host: null,
      ...noCounterpart,
      next_look_at: this.#now + 20_000,
      created_at: account.created_at,
    }
    this.#sites.push(site)
    if (pointed) this.#world.dns.set(host, { kind: 'cname', target: site.service_cname })
    const row = this.#keyPage(site)
    this.#monitors.push({ row, latest: (row.next_due_at ?? this.#now) - half, rounds: Math.floor((days * day) / half) })
  }

  #keyPage(site: Site): Monitor {
    const spec = {
      template_type: 'multi-location',
      constants: {
        url: `https://${site.host}/`,
        protocol: 'HTTPS',
        http_headers: null,
        auth: null,
        screenshots: true,
        browser_cache: 'EMPTY',
      },
      variables: { locations: [this.#services.settings.location], connectivities: [], browsers: [scriptedBrowser] },
      timing: { interval: 30, policy: 'PARALLEL', duration: null, run_times: null },
    }
    return {
      id: uuid(),
      account_id: site.account_id,
      site_id: site.id,
      kind: 'monitor',
      name: site.host,
      name_lower: site.host,
      type: 'WEBPAGE',
      status: 'RUNNING',
      suspended_message: null,
      spec: JSON.stringify(spec),
      secret_sealed: null,
      headers_sealed: null,
      kept_bytes: 0,
      limits: null,
      interval_ms: half,
      next_due_at: this.#now + half - (this.#monitors.length % 30) * 60_000,
      rounds_left: null,
      ends_at: null,
      created_at: site.created_at,
      updated_at: site.created_at,
      last_sample: null,
      last_sample_at: null,
    }
  }

  #traffic(size: Size) {
    return this.#sites
      .filter(({ state }) => state !== 'preview')
      .flatMap((site) => {
        const many = site.account_id === this.#mainAccount?.id
        if (!many && !size.trafficEverywhere) return []
        const rows = trafficRows(site, this.#now, many)
        if (countedStates.includes(site.state)) return rows
        // until it left a state in which traffic is counted
        const until = movedAt(site, this.#now)
        return rows.filter(({ at, width }) => at + width <= until)
      })
  }

  /** The tests of the main account that were started today. */
  #runs() {
    const dayNow = Math.floor(this.#now / day)
    const runs = this.#monitors.filter(({ row }) => row.kind === 'test' && Math.floor(row.created_at / day) === dayNow)
    return this.#mainAccount ? [{ account_id: this.#mainAccount.id, day: dayNow, runs: runs.length }] : []
  }

  /** What was served from the cache, something has kept and compressed. The main site keeps pages of its own accord, too. */
  #actionTimes() {
    const acted_at = Math.floor(this.#now / 60_000) * 60_000
    return this.#sites
      .filter((site) => countedStates.includes(site.state) && site.account_id === this.#mainAccount?.id)
      .flatMap(({ id: site_id, host }) => {
        const actions = ['cache', 'compression', ...(host === mainHost ? ['htmlCache'] : [])]
        return actions.map((action) => ({ site_id, action, acted_at }))
      })
  }

  #events(keys: readonly ApiKey[]) {
    const monitors = this.#monitors.map(({ row }) => row)
    return this.#accounts.flatMap((account) => {
      const sites = this.#sites.filter(({ account_id }) => account_id === account.id)
      const own = keys.filter(({ account_id }) => account_id === account.id)
      return eventRows(account, sites, monitors, this.#now, account.id === this.#mainAccount?.id ? own : undefined)
    })
  }

  /** Stores a monitor and its samples. @returns its checks */
  async #writeSamples({ row, latest, rounds }: SeededMonitor): Promise<readonly RecordedCheck[]> {
    const { db } = this.#services.database
    const { troubles } = this.#world
    const trouble = row.site_id === null ? undefined : troubles.get(row.name)
    if (trouble) Object.assign(row, seeing(row, trouble))
    const isMain = row.account_id === this.#mainAccount?.id
    const { rows, last, lastAt } = await sampleRows(row, latest, rounds, troubles, isMain)
    const stored = rows.flatMap((one) => one.stored ?? [])
    row.last_sample = last
    row.last_sample_at = lastAt
    row.kept_bytes = stored.reduce((sum, { bytes }) => sum + bytes, 0)
    const monitors: readonly NewMonitor[] = [row]
    await insertAll(db, 'monitors', monitors)
    const samples = rows.map(({ sample }) => sample)
    await insertAll(db, 'samples', samples)
    const details = stored.map(({ detail }) => detail)
    await insertAll(db, 'sample_details', details)
    const screenshots = stored.flatMap((one) => one.screenshots)
    await insertAll(db, 'screenshots', screenshots)
    const kept = stored.map((one) => one.kept)
    await insertAll(db, 'kept_details', kept)
    return row.kind === 'monitor' ? checksOf(row, rows) : []
  }

  async write(signIns: { partner: SignIn; reseller: SignIn }, size: Size): Promise<Seeded> {
    const { db } = this.#services.database
    if (!this.#mainAccount) throw new Error('The seed has no account Fjord Bikes.')
    const accountId = this.#mainAccount.id
    const partnerId = signIns.partner.id
    this.#monitors.push(...seededMonitors(accountId, 'fjordbikes.example', this.#now, Math.min(size.daysOfSamples, 14)))
    const main = this.#sites.find(({ host }) => host === mainHost)
    const keys = seededKeys({ partnerId, accountId, site: main }, this.#now)
    const { people, memberships, invitations } = await seededPeople({ partnerId, accountId }, this.#now)
    const others = this.#sites.filter((site) => site.account_id !== this.#mainAccount?.id)
    const { troubles } = this.#world
    for (const [host, trouble] of troublesOf(others, this.#now)) troubles.set(host, trouble)
    troubles.set('api.fjordbikes.example', pastTrouble(this.#now))
    await insertAll(db, 'partners', this.#partners)
    await insertAll(db, 'accounts', this.#accounts)
    await insertAll(db, 'people', people)
    await insertAll(db, 'memberships', memberships)
    await insertAll(db, 'person_links', invitations)
    const ofPartner = keys.filter(({ partner_id }) => partner_id !== null)
    await insertAll(db, 'partner_events', partnerEventRows(partnerId, ofPartner, this.#now))
    const events = this.#events(keys)
    for (const site of this.#sites) site.state_since = lastMove(site, events) ?? site.created_at
    await insertAll(db, 'sites', this.#sites)
    await insertAll(
      db,
      'profiles',
      this.#sites.flatMap((site) => profileRows(site, site.host === mainHost)),
    )
    const checks: RecordedCheck[] = []
    // one monitor after the other, each stored at once: those of all would take gigabytes
    for (const monitor of this.#monitors) checks.push(...(await this.#writeSamples(monitor)))
    await seedIncidents(this.#services.database, checks)
    await seedEvidence(this.#services.database, troubles)
    // they were told long ago
    await db.deleteFrom('incident_changes').execute()
    await insertAll(db, 'certificates', certificateRows(this.#sites, this.#services))
    await insertAll(db, 'traffic', this.#traffic(size))
    await insertAll(db, 'account_runs', this.#runs())
    await insertAll(db, 'site_action_times', this.#actionTimes())
    await insertAll(db, 'events', events)
    await insertAll(db, 'incidents', [...takenOffRows(this.#sites, this.#now), ...originRows(others, this.#now)])
    const passedOn = this.#sites.filter(({ host }) => host === 'transparent.fjordbikes.example')
    await insertAll(
      db,
      'incidents',
      passedOn.map((site) => pastOriginIncident(site, this.#now)),
    )
    await new FleetFigures({ ...this.#services, pauseMs: 0 }).run()
    await insertAll(db, 'edge_nodes', [
      { ip: '198.51.100.7', role: 'load_balancer', location: 'Frankfurt', seen_at: this.#now + 90 * day },
      { ip: '198.51.100.8', role: 'processing_unit', location: 'Frankfurt', seen_at: this.#now + 90 * day },
      { ip: '203.0.113.20', role: 'load_balancer', location: 'Frankfurt', seen_at: this.#now + 90 * day },
    ])
    const incidents = await db
      .selectFrom('incidents')
      .innerJoin('accounts', 'accounts.id', 'incidents.account_id')
      .selectAll('incidents')
      .where('partner_id', '=', partnerId)
      .orderBy('opened_at')
      .execute()
    const pagedMonitors = this.#monitors
      .map(({ row }) => row)
      .filter((row) => row.account_id === accountId && URL.parse(readSpec(row).constants.url)?.host === pagedHost)
      .map(({ id }) => id)
    const told = { partnerId, accountId, incidents, pagedMonitors }
    const { rules, alerts } = seededAlerts(told, this.#services)
    await insertAll(db, 'alert_rules', rules)
    await insertAll(db, 'alerts', alerts)
    const { id, name, redirectUri } = connector
    const application = { id, name, redirect_uris: JSON.stringify([redirectUri]), created_at: this.#now }
    await insertAll(db, 'applications', [application])
    await insertAll(db, 'api_keys', keys)
    const paged = incidents.filter(({ host, kind }) => host === pagedHost && kind === 'down')
    await insertAll(db, 'incident_notes', paged.flatMap(notesOf))
    return { ...signIns, account: this.#mainAccount }
  }
}

const mainHost = 'www.fjordbikes.example'

/** The states in which a site's traffic is counted. */
export const countedStates = ['trial', 'active', 'transparent']

/** SQLite accepts at most 32,766 values in a statement. */
async function insertAll<T extends keyof Schema>(
  db: Kysely<Schema>,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const step = Math.floor(20_000 / Object.keys(first).length)
  for (let i = 0; i < rows.length; i += step) {
    await db
      .insertInto(table)
      .values(rows.slice(i, i + step))
      .execute()
  }
}

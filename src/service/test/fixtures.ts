import { createHash, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import {
  createAccountSite,
  createAlertRule,
  createMonitor,
  createTest,
  metricNames,
  type Metrics,
  partnerAlerts,
} from '../../contract/index.ts'
import { type Incident, type Person, tables, type Schema } from '../database/index.ts'
import { keepPasskey, madePasskey } from '../factors/index.ts'
import { beginSignIn } from '../sessions/index.ts'
import { packDetail, packMetrics, sampleRowsOf } from '../monitoring/index.ts'
import { databaseServer } from './database-server.ts'
import { Authenticator } from './authenticator.ts'
import { insertKey, thisMinute, useMainKey } from './keys.ts'
import { type At, cookieOf, insertLink, insertMember, sessionOf } from './people.ts'
import { type SignIn, start, type TestService } from './service.ts'

/** An account with one of everything, and their ids by path parameter. */
export interface Populated {
  readonly partner: SignIn
  readonly account: SignIn
  /** Of the session of the account's owner. */
  readonly cookie: string
  /** Of somebody's sign-in that waits for a second factor. */
  readonly pendingCookie: string
  readonly ids: Readonly<Record<string, string>>
}

/** Creates an account with a first site, a profile, a monitor, a test, a sample with a screenshot, an incident and alert rules. */
export async function populate(service: TestService, partner: SignIn): Promise<Populated> {
  const { ask, db, makeAccount } = service
  const account = await makeAccount(partner, { last_sign_in_at: thisMinute })
  const path = { partner_id: partner.id, account_id: account.id }
  const site = await ask(createAccountSite, { path, body: { host: `h${randomUUID()}.site.example` } }, partner.key)
  await db.updateTable('sites').set({ first: 1 }).where('id', '=', site.site_id).execute()
  const profile = await db
    .selectFrom('profiles')
    .select('id')
    .where('site_id', '=', site.site_id)
    .executeTakeFirstOrThrow()
  const body = { name: 'Home', type: 'HTTP', constants: { url: 'https://home.example/' } } as const
  const monitor = await ask(createMonitor.partner, { path, body }, partner.key)
  const test = await ask(createTest.partner, { path, body }, partner.key)
  const people = await peopleOf(service, path)
  const keys = [await insertKey(db, { account_id: account.id }), await insertKey(db, { partner_id: partner.id })]
  await useMainKey(db, { account_id: account.id })
  await useMainKey(db, { partner_id: partner.id })
  return {
    partner,
    account,
    cookie: people.cookie,
    pendingCookie: people.pendingCookie,
    ids: {
      ...path,
      ...people.ids,
      key: account.key,
      key_id: keys[0]?.id ?? '',
      partner_key_id: keys[1]?.id ?? '',
      site_id: site.site_id,
      profile_id: profile.id,
      monitor_id: monitor.id,
      test_id: test.id,
      sample_id: await insertSample(db, { monitorId: monitor.id }),
      rule_id: (await ask(createAlertRule.user, { body: { name: 'All', channel: 'email' } }, account.key)).id,
      partner_rule_id: await partnerRuleOf(service, partner),
      event_id: (
        await db
          .selectFrom('events')
          .select('id')
          .where('site_id', '=', site.site_id)
          .where('kind', '=', 'site.created')
          .executeTakeFirstOrThrow()
      ).id,
      incident_id: await insertIncident(db, { account_id: account.id, site_id: site.site_id, host: site.host }),
    },
  }
}

/** Two people of an account and two of its partner, with sessions, links and invitations. */
async function peopleOf(service: TestService, { partner_id, account_id }: { partner_id: string; account_id: string }) {
  const { db } = service
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const owner = await insertMember(db, { account_id }, 'owner', { email })
  const person = await insertMember(db, { account_id }, 'operator')
  await insertMember(db, { partner_id }, 'owner')
  const ofPartner = await insertMember(db, { partner_id }, 'operator')
  const [current, other] = [await sessionOf(db, { person: owner }), await sessionOf(db, { person: owner })]
  const invite = (at: At) =>
    insertLink(db, { kind: 'invitation', email: `${randomUUID()}@new.example`, role: 'viewer', ...at })
  const [invitation, ofThePartner] = [await invite({ account_id }), await invite({ partner_id })]
  const waiting = await insertMember(db, { account_id }, 'operator')
  const { pendingCookie, ids } = await factorsOf(service, { owner, waiting, session: current.id })
  return {
    cookie: current.cookie,
    pendingCookie,
    ids: {
      ...ids,
      person_id: person.id,
      partner_person_id: ofPartner.id,
      invitation_id: invitation.id,
      partner_invitation_id: ofThePartner.id,
      invitation_token: invitation.token,
      sign_in_token: (await insertLink(db, { kind: 'sign_in', email, person_id: owner.id, account_id, partner_id }))
        .token,
      reset_token: (await insertLink(db, { kind: 'reset', email: owner.email, person_id: owner.id })).token,
      session_id: other.id,
      application_id: await application(db),
      email: owner.email,
    },
  }
}

/**
 * Passkeys and authenticator apps of the owner and of somebody who has shown the password, with what they answer to their
 * challenges. The owner's app isn't confirmed yet.
 */
async function factorsOf(
  { db, services }: TestService,
  { owner, waiting, session }: { owner: Person; waiting: Person; session: string },
) {
  const { settings, vault } = services
  const challenge = Buffer.from(randomUUID()).toString('base64url')
  const keep = async (person: Person) => {
    const device = new Authenticator()
    const made = device.make({ challenge, user: { id: Buffer.from(person.id).toString('base64url') } })
    const verified = await madePasskey(made, challenge, settings)
    if (!verified) throw new Error('The passkey wasn’t made.')
    const { id } = await keepPasskey(db, person.id, { name: 'Phone', ...verified }, start)
    return { device, id }
  }
  const [own, theirs] = [await keep(owner), await keep(waiting)]
  const secret = new Secret()
  const app = { secret_sealed: vault.seal(secret.base32), last_step: null, created_at: start }
  await db
    .insertInto('authenticators')
    .values([
      { ...app, person_id: owner.id, confirmed_at: null },
      { ...app, person_id: waiting.id, confirmed_at: start },
    ])
    .execute()
  await db
    .updateTable('sessions')
    .set({ challenge, challenge_ends_at: start + 300_000 })
    .where('id', '=', session)
    .execute()
  const { token } = await beginSignIn(db, { personId: waiting.id, method: 'password', kept: false, challenge }, start)
  return {
    pendingCookie: cookieOf(token, '-pending'),
    ids: {
      passkey_id: own.id,
      new_passkey: JSON.stringify(new Authenticator().make({ challenge })),
      used_passkey: JSON.stringify(own.device.use({ challenge })),
      waiting_passkey: JSON.stringify(theirs.device.use({ challenge })),
      code: new TOTP({ secret }).generate({ timestamp: start }),
    },
  }
}

/** Where the application of each test is registered to send browsers. */
export const redirectUri = 'https://shop.example/connected'

async function application(db: TestService['db']): Promise<string> {
  const id = randomUUID()
  const row = { id, name: 'Shop Connector', redirect_uris: JSON.stringify([redirectUri]), created_at: start }
  await db.insertInto('applications').values(row).execute()
  return id
}

/** A rule of the partner's for all accounts, which is made with the first of them. */
async function partnerRuleOf({ ask }: TestService, partner: SignIn): Promise<string> {
  const path = { partner_id: partner.id }
  const { rules } = await ask(partnerAlerts.list, { path }, partner.key)
  const [first] = rules
  if (first) return first.id
  const body = { name: 'All accounts', channel: 'webhook', url: 'https://hooks.example/' } as const
  return (await ask(partnerAlerts.create, { path, body }, partner.key)).id
}

/** Stores an incident: by default an open one of a host that answers HTTP 503. @returns its id */
export async function insertIncident(
  db: Kysely<Schema>,
  incident: Pick<Incident, 'account_id' | 'host'> & Partial<Incident>,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('incidents')
    .values({
      id,
      site_id: null,
      kind: 'down',
      severity: 3,
      cause: 'HTTP 503',
      started_at: start,
      ended_at: null,
      opened_at: start,
      closed_at: null,
      end_reason: null,
      partly: 0,
      ...incident,
    })
    .execute()
  return incident.id ?? id
}

interface SampleOptions {
  readonly monitorId: string
  readonly at?: number
  readonly type?: number
  readonly location?: string
  readonly metrics?: Partial<Metrics>
  /** The size of its screenshot. */
  readonly bytes?: number
}

/** Stores a sample as a runner would. @returns its id */
export async function insertSample(
  db: Kysely<Schema>,
  {
    monitorId,
    at = start - 1000,
    type = 0,
    location = 'local',
    metrics = { first_byte: 80 },
    bytes = 3,
  }: SampleOptions,
): Promise<string> {
  const id = randomUUID()
  const { account_id } = await db
    .selectFrom('monitors')
    .select('account_id')
    .where('id', '=', monitorId)
    .executeTakeFirstOrThrow()
  const none = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics
  const detail = await packDetail({ requests: [], headers: [{ name: 'a', value: 'b' }], applied: null })
  const shot = { at: 12.5, content_type: 'image/png', data: new Uint8Array(bytes).fill(1) }
  const rows = sampleRowsOf(
    { account_id },
    {
      id,
      monitor_id: monitorId,
      taken_at: at,
      sample_type: type,
      location,
      data_center: `dc-${location}`,
      connectivity: null,
      browser: null,
      view: null,
      issues: '[]',
      metrics: packMetrics({ ...none, ...metrics }),
    },
    detail,
    [shot],
  )
  await db.insertInto('samples').values(rows.sample).execute()
  await db.insertInto('sample_details').values(rows.detail).execute()
  await db.insertInto('screenshots').values(rows.screenshots).execute()
  await db.insertInto('kept_details').values(rows.kept).execute()
  await db
    .updateTable('monitors')
    .set((eb) => ({ kept_bytes: eb('kept_bytes', '+', rows.bytes) }))
    .where('id', '=', monitorId)
    .execute()
  return id
}

interface ManySamples {
  readonly count: number
  readonly from: number
  readonly to: number
}

/** Inserts samples of two severities and at two locations, at times and with values that look random but aren't. */
export async function insertSamples(db: Kysely<Schema>, monitorId: string, { count, from, to }: ManySamples) {
  for (let i = 0; i < count; i++) {
    const random = (max: number) => ((i + 1) * 7919 + max * 13) % max
    await insertSample(db, {
      monitorId,
      at: from + Math.floor(((i * 0.618034) % 1) * (to - from)),
      type: i % 11 === 0 ? 3 : 0,
      location: i % 3 === 0 ? 'north' : 'south',
      metrics: { load: random(5000) / 8, first_byte: random(700), cumulative_layout_shift: random(400) / 1000 },
    })
  }
}

/** Bytes as text: each database returns them in a class of its own. */
function asText(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}

/** A digest of every row of every table. It stays the same as long as nothing changes. */
export async function digestOf(db: Kysely<Schema>): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute()
    const lines = rows.map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, asText(value)])))
    hash.update(`${table}\n${lines.toSorted().join('\n')}\n`)
  }
  return hash.digest('hex')
}

const latestDigests = new WeakMap<Kysely<Schema>, { readonly changes: number; readonly digest: Promise<string> }>()

/**
 * The same for one database only. Tests that nothing changes ask this thousands of times, so on PostgreSQL it's one query,
 * and on SQLite the rows are read again only once a statement has written some.
 */
export async function stateOf(db: Kysely<Schema>): Promise<string> {
  if (!databaseServer) {
    const { rows: counted } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
    const changes = counted[0]?.changes ?? 0
    const latest = latestDigests.get(db)
    if (latest?.changes === changes) return latest.digest
    const digest = digestOf(db)
    latestDigests.set(db, { changes, digest })
    return digest
  }
  // short enough to be prepared: planning takes much longer than reading the rows
  const rowsOf = (table: string) => `select t::text as row from ${table} t`
  const { rows } = await sql.raw<{ row: string }>(tables.map(rowsOf).join(' union all ')).execute(db)
  const sorted = rows.map(({ row }) => row).toSorted()
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

import { parseArgs } from 'node:util'
import {
  emailAddress,
  keyLimits,
  isOptimizerState,
  optimizerStates,
  type QuotaName,
  quotaNames,
  roles,
} from '../../contract/index.ts'
import { Partners } from '../accounts/index.ts'
import { rotateMainKey } from '../keys/index.ts'
import type { Settings } from '../configuration/configuration.ts'
import { backUp, copyDatabase, type Database, openDatabase } from '../database/index.ts'
import { edgeNodesOf, isMostlyAway, nodesText, zoneOf } from '../nodes/index.ts'
import { createApplication, listApplications, redirectUrisOf, removeApplication } from '../oauth/index.ts'
import {
  endSessionsOfWho,
  inviteByOperator,
  listEverybody,
  partnerPlace,
  placeWith,
  resetFactorsOfWho,
} from '../people/index.ts'
import { rotateMasterKey } from '../secrets/index.ts'
import { Vault } from '../secrets/index.ts'
import { readQuotasOf, resetQuotasOf, setQuotasOf } from '../quotas/index.ts'
import { setSiteState } from '../sites/index.ts'
import { databaseStatus, statusText } from '../status/index.ts'
import { signOnCommand } from './sign-on-command.ts'
import { UsageError } from './usage-error.ts'
import { systemClock } from '../world/world.ts'

const usage = `usage:
  operator partner create --name NAME --email EMAIL [--reseller] [--addon] [--json]
  operator partner list [--json]
  operator partner revoke ID
  operator partner grant ID
  operator partner rotate-key ID [--overlap HOURS] [--json]
  operator partner sso set ID --issuer URL --client-id CLIENT [--client-secret-file FILE] --domains DOMAIN,…
    [--default-role ROLE] [--only] [--json]
  operator partner sso show|remove ID [--json]
  operator person list [--at PARTNER_OR_ACCOUNT] [--json]
  operator person invite --at PARTNER_OR_ACCOUNT --email EMAIL [--role ROLE] [--json]
  operator person end-sessions PERSON_OR_EMAIL [--json]
  operator person reset-factors PERSON_OR_EMAIL [--json]
  operator application create --name NAME --redirect-uri URI… [--json]
  operator application list [--json]
  operator application remove CLIENT_ID
  operator account quota ACCOUNT [--sites N] [--monitors N] [--runs N] [--bytes N] [--checks N] [--reset] [--json]
  operator account rotate-key ACCOUNT [--overlap HOURS] [--json]
  operator site set-state SITE STATE
  operator edge list [--json]
  operator edge zone [--ttl SECONDS] [--near LOCATION] [--without LOCATION_OR_ADDRESS]… [--ns NAME]… [--force]
  operator database status [--json]
  operator database backup FILE
  operator database copy-to POSTGRES_URL
  operator master-key rotate
`

/** What a column for counts holds in both databases. */
const maxCount = 2 ** 31 - 1

/** RFC 2181, section 8. */
const maxTtl = 2 ** 31 - 1

/** What the commands work on, and where they write. */
interface Workplace {
  readonly settings: Settings
  readonly database: Database
  readonly masterKey: Uint8Array
  readonly stdout: (text: string) => unknown
  readonly stderr: (text: string) => unknown
}

/** Does what the operator's command says, and resolves with the exit code of its program. */
export async function operate(args: readonly string[], at: Workplace): Promise<number> {
  try {
    await run(args, at)
    return 0
  } catch (error) {
    const isUsageError = error instanceof UsageError
    at.stderr(`${error instanceof Error ? error.message : String(error)}\n${isUsageError ? usage : ''}`)
    return isUsageError ? 2 : 1
  }
}

async function run(args: readonly string[], at: Workplace): Promise<void> {
  const { settings, database, masterKey } = at
  const { positionals, values } = read(args)
  const [noun, verb, id = '', state = ''] = positionals
  const partners = new Partners(database, new Vault(masterKey))
  switch (`${noun} ${verb}`) {
    case 'partner create': {
      const email = emailAddress.safeParse(values.email)
      if (!values.name?.trim()) throw new UsageError('--name is required')
      if (!email.success) throw new UsageError('--email must be an email address')
      const { partner, key } = await partners.create({
        name: values.name.trim(),
        email: email.data,
        reseller: values.reseller === true,
        addon: values.addon === true,
      })
      const { name, reseller, addon } = partner
      const whom = { email: email.data, role: 'owner', now: Date.now() } as const
      const invitation = await inviteByOperator(partnerPlace(partner), whom, at)
      print(
        {
          id: partner.id,
          api_key: key,
          name,
          email: email.data,
          reseller: reseller === 1,
          addon: addon === 1,
          invitation,
        },
        `${name} ${partner.id} ${key}\ninvitation: ${invitation}`,
      )
      return
    }
    case 'person list': {
      const list = await listEverybody(database, values.at)
      print(
        list,
        list
          .map(({ id: person, email, name, role, partner_id, account_id, last_seen_at }) =>
            [
              person,
              email,
              name,
              role,
              partner_id === null ? `account ${account_id}` : `partner ${partner_id}`,
              last_seen_at ?? 'never seen',
            ].join('  '),
          )
          .join('\n'),
      )
      return
    }
    case 'person invite': {
      const email = emailAddress.safeParse(values.email)
      if (!email.success) throw new UsageError('--email must be an email address')
      const role = roles.find((one) => one === (values.role ?? 'owner'))
      if (!role) throw new UsageError(`--role must be one of ${roles.join(', ')}`)
      const place = await placeWith(values.at ?? '', database)
      if (!place) throw new UsageError('--at must be the id of a partner or an account')
      const invitation = await inviteByOperator(place, { email: email.data, role, now: Date.now() }, at)
      print({ email: email.data, role, invitation }, `invitation: ${invitation}`)
      return
    }
    case 'person end-sessions': {
      const ended = await endSessionsOfWho(id, database)
      if (ended === undefined) throw new UsageError(`There is no person ${id}`)
      print({ ended }, `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.`)
      return
    }
    case 'person reset-factors': {
      const parts = { settings, database, vault: new Vault(masterKey), world: { clock: systemClock } }
      const had = await resetFactorsOfWho(id, parts)
      if (had === undefined) throw new UsageError(`There is no person ${id}`)
      print(
        { reset: had },
        had
          ? 'The second factors are removed, and all sessions have ended.'
          : 'There was no second factor. All sessions have ended.',
      )
      return
    }
    case 'partner list': {
      const list = (await partners.list()).map((p) => ({
        id: p.id,
        name: p.name,
        email: p.email,
        reseller: p.reseller === 1,
        addon: p.addon === 1,
        granted: p.granted === 1,
        created_at: new Date(p.created_at).toISOString(),
      }))
      print(
        list,
        list
          .map((p) =>
            [
              p.id,
              p.name,
              p.email,
              p.granted ? 'granted' : 'revoked',
              p.reseller ? 'reseller' : '',
              p.addon ? 'addon' : '',
            ]
              .filter(Boolean)
              .join('  '),
          )
          .join('\n'),
      )
      return
    }
    case 'partner revoke':
    case 'partner grant': {
      const granted = verb === 'grant'
      if (!(await partners.setGranted(id, granted))) throw new UsageError(`There is no partner ${id}`)
      print({ id, granted }, granted ? `Access granted to ${id}.` : `Access of ${id} revoked.`)
      return
    }
    case 'partner rotate-key': {
      const key = await partners.rotateKey(id, overlapIn(values))
      if (key === undefined) throw new UsageError(`There is no partner ${id}`)
      print({ id, api_key: key }, key)
      return
    }
    case 'application create': {
      if (!values.name?.trim()) throw new UsageError('--name is required')
      const given = { name: values.name, redirectUris: values['redirect-uri'] ?? [], now: Date.now() }
      const application = await createApplication(database, given)
      const { id: client_id, name } = application
      print({ client_id, name, redirect_uris: redirectUrisOf(application) }, `client_id: ${client_id}`)
      return
    }
    case 'application list': {
      const all = await listApplications(database)
      const records = all.map((one) => ({ client_id: one.id, name: one.name, redirect_uris: redirectUrisOf(one) }))
      print(records, records.map((one) => [one.client_id, one.name, ...one.redirect_uris].join('  ')).join('\n'))
      return
    }
    case 'application remove': {
      if (!(await removeApplication(database, id, Date.now()))) throw new UsageError(`There is no application ${id}`)
      print({ client_id: id }, `The application ${id} is removed, and its keys have ended.`)
      return
    }
    case 'partner sso': {
      const { record, text } = await signOnCommand(id, state, values, { ...at, vault: new Vault(masterKey) })
      print(record, text)
      return
    }
    case 'account quota': {
      const wanted = quotasIn(values)
      if (values.reset) await resetQuotasOf(database, id)
      if (!(await setQuotasOf(database, id, wanted))) throw new UsageError(`There is no account ${id}`)
      const quotas = await readQuotasOf(database, id)
      if (!quotas) throw new UsageError(`There is no account ${id}`)
      const lines = quotaNames.map((name) => `${name}: ${quotas[name]}${quotas.set.includes(name) ? '' : ' (by plan)'}`)
      print(quotas, [`plan: ${quotas.plan}`, ...lines].join('\n'))
      return
    }
    case 'account rotate-key': {
      const key = await rotateMainKey(
        { column: 'account_id', id },
        { actor: 'operator', now: Date.now(), overlapHours: overlapIn(values) },
        { database, vault: new Vault(masterKey) },
      )
      if (key === undefined) throw new UsageError(`There is no account ${id}`)
      print({ id, api_key: key }, key)
      return
    }
    case 'site set-state': {
      if (!isOptimizerState(state)) throw new UsageError(`The state must be one of ${optimizerStates.join(', ')}`)
      if (!(await setSiteState(database, id, state, Date.now())))
        throw new UsageError(`There is no site ${id} with an optimizer`)
      print({ site_id: id, optimizer: state }, `Site ${id} is now ${state}.`)
      return
    }
    case 'edge list': {
      const nodes = await edgeNodesOf(database)
      print(
        nodes.map(({ seenAt: seen_at, report, ...node }) => ({ ...node, seen_at, ...report })),
        nodesText(nodes, Date.now()),
      )
      return
    }
    case 'edge zone': {
      const nodes = await edgeNodesOf(database)
      const { near, without = [], ns: nameServers = [] } = values
      const ttl = wholeNumber('ttl', values.ttl ?? '60', maxTtl)
      if (near !== undefined && !nodes.some(({ location }) => location === near))
        throw new UsageError(`No edge at ${near} has reported within a day`)
      const wrong = nameServers.find((name) => !isHostName(name))
      if (wrong !== undefined) throw new UsageError(`--ns must be the name of a name server, not ${wrong}`)
      const domain = settings.serviceDomain
      const zone = zoneOf(nodes, { domain, ttl, near, without, nameServers, now: Date.now() })
      if (zone === undefined)
        throw new Error('No edge is up, and a zone without addresses would take all sites off the net.')
      if (isMostlyAway(nodes) && !values.force)
        throw new Error(
          'Fewer than half of the edges of the last day are up. To make a zone of them all the same: --force',
        )
      at.stdout(zone)
      return
    }
    case 'database status': {
      const status = await databaseStatus(database, settings, Date.now())
      print(status, statusText(status))
      return
    }
    case 'database backup': {
      if (!id) throw new UsageError('FILE is required')
      await backUp(database, id)
      print({ file: id }, `The database has been copied to ${id}. Keep a copy of the master key elsewhere.`)
      return
    }
    case 'database copy-to': {
      if (!/^postgres(ql)?:\/\//.test(id)) throw new UsageError('The URL must start with postgres:// or postgresql://')
      if (database.kind !== 'sqlite')
        throw new UsageError('Only the embedded SQLite database can be copied. For PostgreSQL, use pg_dump.')
      const target = await openDatabase(id).catch((error: unknown) => {
        throw new Error(`Can't open the target database: ${error instanceof Error ? error.message : String(error)}`)
      })
      try {
        const copied = await copyDatabase(database, target)
        print(
          copied,
          Object.entries(copied)
            .map(([table, rows]) => `${table}: ${rows}`)
            .join('\n'),
        )
      } finally {
        await target.close()
      }
      return
    }
    case 'master-key rotate': {
      const key = await rotateMasterKey(settings, database, (next) => {
        // printed first, because it is stored nowhere else
        if (settings.masterKey) at.stderr(`New key, valid once this command has succeeded: ${next}\n`)
      })
      const where = settings.masterKey ? `Set MASTER_KEY=${key}` : `The new key is in ${settings.dataDir}/master.key`
      print(
        { rotated: true, ...(settings.masterKey ? { master_key: key } : {}) },
        `${where}. Restart every service and runner.`,
      )
      return
    }
    default:
      throw new UsageError(noun === undefined ? 'No command given' : `Unknown command: ${positionals.join(' ')}`)
  }

  function print(record: unknown, text: string): void {
    at.stdout(`${values.json ? JSON.stringify(record) : text}\n`)
  }
}

function read(args: readonly string[]) {
  const options = {
    name: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string' },
    at: { type: 'string' },
    issuer: { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret-file': { type: 'string' },
    domains: { type: 'string' },
    'default-role': { type: 'string' },
    only: { type: 'boolean' },
    reseller: { type: 'boolean' },
    addon: { type: 'boolean' },
    sites: { type: 'string' },
    monitors: { type: 'string' },
    runs: { type: 'string' },
    bytes: { type: 'string' },
    checks: { type: 'string' },
    overlap: { type: 'string' },
    reset: { type: 'boolean' },
    force: { type: 'boolean' },
    ttl: { type: 'string' },
    near: { type: 'string' },
    without: { type: 'string', multiple: true },
    ns: { type: 'string', multiple: true },
    'redirect-uri': { type: 'string', multiple: true },
    json: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** For how many hours an old key goes on working. */
function overlapIn({ overlap }: { readonly overlap?: string | undefined }): number {
  return overlap === undefined ? 0 : wholeNumber('overlap', overlap, keyLimits.overlapHours)
}

/** The quotas among the options, as numbers. */
function quotasIn(values: Readonly<Partial<Record<QuotaName, string>>>): Partial<Record<QuotaName, number>> {
  const given: Partial<Record<QuotaName, number>> = {}
  for (const name of quotaNames) {
    const text = values[name]
    if (text === undefined) continue
    given[name] = wholeNumber(name, text, name === 'bytes' ? Number.MAX_SAFE_INTEGER : maxCount)
  }
  return given
}

function wholeNumber(name: string, text: string, max: number): number {
  if (!/^\d{1,16}$/.test(text) || Number(text) > max)
    throw new UsageError(`--${name} must be a whole number from 0 to ${max}`)
  return Number(text)
}

/** RFC 1123, section 2.1. */
function isHostName(text: string): boolean {
  return text.length <= 254 && /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}\.?$/i.test(text)
}

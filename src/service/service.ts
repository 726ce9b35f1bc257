import type { Logger } from 'pino'
import { Alerts } from './alerts/index.ts'
import { callerLimits } from './api/limits.ts'
import { CertificateOrders } from './certificates/index.ts'
import type { Database } from './database/index.ts'
import { FleetFigures } from './fleet/index.ts'
import { handlers } from './handlers.ts'
import { siteApp } from './http/index.ts'
import { OriginWatcher } from './incidents/index.ts'
import { RateLimit, GuessLimit, OpenSiteLimit } from './api/rate-limits.ts'
import { LookupTurns } from './api/lookup-turns.ts'
import { Mailer } from './mail/index.ts'
import { Runner, type RunnerOptions } from './monitoring/index.ts'
import { DnsWatcher } from './optimizer/index.ts'
import { keyLimits } from './keys/index.ts'
import { oauthLimits } from './oauth/index.ts'
import { personLimits } from './people/index.ts'
import { Readers } from './readers/index.ts'
import { Retention } from './retention/index.ts'
import { RollUps } from './rollups/index.ts'
import { Vault } from './secrets/index.ts'
import type { Services } from './api/services.ts'
import type { Settings } from './configuration/configuration.ts'
import { Tasks } from './time/tasks.ts'
import type { World } from './world/world.ts'
import { WrongClock } from './wrong-clock.ts'

interface Parts {
  readonly settings: Settings
  readonly database: Database
  readonly masterKey: Uint8Array
  readonly world: World
  readonly log: Logger
  /** The folder of the built dashboard. */
  readonly dashboardDir: string
  readonly leaseMs?: number
  /** Wakes the edge that runs in this process. */
  readonly wakeEdge?: () => void
}

export interface Service {
  /** Answers requests. The binding `incoming` gives access to the socket. */
  readonly app: { readonly fetch: (request: Request, env?: object) => Response | Promise<Response> }
  readonly services: Services
  readonly runner: Runner
  readonly mailer: Mailer
  readonly alerts: Alerts
  /** Starts the background workers: checks, mail, alerts, the watchers of DNS and origins, retention, roll-ups, figures and certificates. */
  start(): Promise<void>
  /** Stops the background workers. Checks and orders of certificates in progress get this many ms to finish. */
  stop(graceMs?: number): Promise<void>
  /** Ends the reader threads. Call it once no request is in progress any more. */
  close(): Promise<void>
}

/** Assembles the service without starting it. The mock does the same in another world. */
export function assemble({ dashboardDir, leaseMs, wakeEdge = () => {}, ...parts }: Parts): Service {
  const services = servicesOf(parts, {
    checks: () => runner.wake(),
    mail: () => mailer.wake(),
    alerts: () => alerts.wake(),
    edge: wakeEdge,
    certificates: () => certificates.wake(),
  })
  const { location } = parts.settings
  const runner = new Runner(services, { location, dataCenter: location, ...(leaseMs === undefined ? {} : { leaseMs }) })
  const mailer = new Mailer(services)
  const alerts = new Alerts(services)
  const watcher = new DnsWatcher(services)
  const origins = new OriginWatcher(services)
  const retention = new Retention(services)
  const rollUps = new RollUps(services)
  const figures = new FleetFigures(services)
  const wrongClock = new WrongClock(services)
  const certificates = new CertificateOrders(services)
  return {
    app: siteApp(handlers, services, dashboardDir),
    services,
    runner,
    mailer,
    alerts,
    async start() {
      await runner.start()
      await mailer.start()
      alerts.start()
      watcher.start()
      origins.start()
      retention.start()
      rollUps.start()
      figures.start()
      wrongClock.start()
      await certificates.start()
    },
    async stop(graceMs) {
      const others = [mailer, alerts, watcher, origins, retention, rollUps, figures, wrongClock, services.tasks]
      const patient = [runner, certificates]
      await Promise.all([...patient.map((worker) => worker.stop(graceMs)), ...others.map((worker) => worker.stop())])
    },
    close: () => services.readers.close(),
  }
}

/** A runner alone, at its own location. */
export function assembleRunner(parts: Omit<Parts, 'dashboardDir' | 'wakeEdge'>, options: RunnerOptions): Runner {
  return new Runner(servicesOf(parts, { checks() {}, mail() {}, alerts() {}, edge() {}, certificates() {} }), options)
}

type Wakers = Readonly<Record<'checks' | 'mail' | 'alerts' | 'edge' | 'certificates', () => void>>

function servicesOf(
  { settings, database, masterKey, world, log }: Omit<Parts, 'dashboardDir' | 'leaseMs' | 'wakeEdge'>,
  wake: Wakers,
): Services {
  return {
    settings,
    database,
    readers: new Readers(database, log),
    vault: new Vault(masterKey),
    world,
    log,
    limits: {
      guesses: new GuessLimit(),
      openSites: new OpenSiteLimit(),
      requests: new RateLimit('requests', callerLimits.requests, 'Too many requests with this API key.'),
      keptReplies: new RateLimit(
        'kept-replies',
        callerLimits.keptReplies,
        'Too many requests with an Idempotency-Key.',
      ),
      explanations: new RateLimit('explanations', callerLimits.explanations, 'Too many addresses tried.'),
      visits: new RateLimit('visits', callerLimits.visits, 'Too many visits through the edge.'),
      keys: new RateLimit('keys', callerLimits.keys, 'The key of this account has been replaced too often.'),
      keyChanges: new RateLimit('key-changes', keyLimits.changes, 'Too many keys were created or rotated.'),
      welcomes: new RateLimit('welcomes', callerLimits.welcomes, 'Too many welcome emails for this account.'),
      alertTests: new RateLimit('alert-tests', callerLimits.alertTests, 'Too many tests of alert rules.'),
      releases: new RateLimit('releases', callerLimits.releases, 'Too many releases of this account.'),
      signIns: new RateLimit('sign-ins', personLimits.signIns, 'Too many failed sign-ins with this email address.'),
      signInsAnywhere: new RateLimit(
        'sign-ins-anywhere',
        personLimits.signInsAnywhere,
        'Too many failed sign-ins with this email address. Set a new password to sign in sooner.',
      ),
      signInsOfAddress: new RateLimit(
        'sign-ins-of-address',
        personLimits.signInsOfAddress,
        'Too many failed sign-ins from your network.',
      ),
      sessions: new RateLimit('sessions', personLimits.sessions, 'Too many sign-ins.'),
      codes: new RateLimit('codes', personLimits.codes, 'Too many wrong codes of an authenticator app.'),
      passkeys: new RateLimit('passkeys', personLimits.passkeys, 'Too many sign-ins with a passkey.'),
      resets: new RateLimit('resets', personLimits.resets, 'Too many links for this email address.'),
      resetsOfAddress: new RateLimit('resets-of-address', personLimits.resetsOfAddress, 'Too many links.'),
      links: new RateLimit('links', personLimits.links, 'Too many links tried from your network.'),
      signInLinks: new RateLimit('sign-in-links', personLimits.signInLinks, 'Too many links for this account.'),
      signOns: new RateLimit('sign-ons', personLimits.signOns, 'Too many sign-ins from your network.'),
      exchanges: new RateLimit('exchanges', oauthLimits.exchanges, 'Too many codes from your network.'),
      grants: new RateLimit('grants', oauthLimits.grants, 'Too many applications were allowed.'),
      invitations: new RateLimit('invitations', personLimits.invitations, 'Too many invitations.'),
      invitationsTo: new RateLimit(
        'invitations-to',
        personLimits.invitationsTo,
        'Too many invitations to this email address.',
      ),
    },
    lookups: new LookupTurns(),
    tasks: new Tasks(),
    wake: wake.checks,
    wakeMail: wake.mail,
    wakeAlerts: wake.alerts,
    wakeEdge: wake.edge,
    wakeCertificates: wake.certificates,
  }
}

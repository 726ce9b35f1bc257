import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Database } from './database/index.ts'
import { handlers } from './handlers.ts'
import { siteApp } from './http/index.ts'
import { GuessLimit, OpenSiteLimit } from './limits.ts'
import { Runner, type RunnerOptions } from './monitoring/index.ts'
import { Vault } from './secrets.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import type { World } from './world.ts'

interface Parts {
  readonly settings: Settings
  readonly database: Database
  readonly masterKey: Uint8Array
  readonly world: World
  readonly log: Logger
  /** The folder of the built dashboard. */
  readonly dashboardDir: string
}

export interface Service {
  readonly app: Hono<{ Bindings: object }>
  readonly runner: Runner
  readonly services: Services
}

/** The parts put together; nothing has begun yet. The mock puts the same parts together in another world. */
export function assemble({ settings, database, masterKey, world, log, dashboardDir }: Parts): Service {
  const services = servicesOf({ settings, database, masterKey, world, log }, () => runner.wake())
  const runner = new Runner(services, { location: settings.location, dataCenter: settings.location })
  return { app: siteApp(handlers, services, dashboardDir), runner, services }
}

/** A runner by itself, at a location of its own. */
export function assembleRunner(parts: Omit<Parts, 'dashboardDir'>, options: RunnerOptions): Runner {
  return new Runner(
    servicesOf(parts, () => {}),
    options,
  )
}

function servicesOf(
  { settings, database, masterKey, world, log }: Omit<Parts, 'dashboardDir'>,
  wake: () => void,
): Services {
  return {
    settings,
    database,
    vault: new Vault(masterKey),
    world,
    log,
    limits: { guesses: new GuessLimit(), openSites: new OpenSiteLimit() },
    wake,
  }
}

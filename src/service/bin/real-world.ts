import type { Logger } from 'pino'
import { createProbes, findChromium } from '../checks/index.ts'
import type { Settings } from '../configuration.ts'
import { realDns } from '../dns.ts'
import { mailTransport } from '../mail/index.ts'
import { realNetwork } from '../network.ts'
import { systemClock, type World } from '../world.ts'
import { guardFor } from './environment.ts'

/** The real world. Logs a warning if no browser is found. */
export function realWorld(settings: Settings, log: Logger): World {
  const chromiumPath = findChromium(process.env)
  if (chromiumPath === undefined)
    log.warn('Chromium not found, so page checks will fail. Install it or set CHROMIUM_PATH.')
  return {
    clock: systemClock,
    network: realNetwork(guardFor(settings)),
    dns: realDns(settings.dnsServers),
    mail: mailTransport(settings),
    probes: createProbes({
      chromiumPath,
      dnsServers: settings.dnsServers,
      allowPrivateTargets: settings.allowPrivateTargets,
      refusedNetworks: settings.refusedNetworks,
      sandbox: settings.chromiumSandbox,
    }),
  }
}

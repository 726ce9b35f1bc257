import type { Logger } from 'pino'
import { createOrigins, type Edge } from '../../edge/index.ts'
import { guardedWebhooks } from '../alerts/index.ts'
import { callerLimits } from '../api/limits.ts'
import { acmeAuthority } from '../certificates/index.ts'
import { createProbes, findChromium, LoopDelay, loopSource } from '../checks/index.ts'
import type { Settings } from '../configuration/configuration.ts'
import { realDns } from '../world/dns.ts'
import { mailTransport } from '../mail/index.ts'
import { realIdentityProviders } from '../world/identity-providers.ts'
import { realNetwork } from '../world/network.ts'
import { systemClock, type World } from '../world/world.ts'
import { guardFor } from './environment.ts'

/**
 * The real world, with the edge of this process, if any. Logs a warning if no browser is found, or if it has no sandbox.
 */
export function realWorld(settings: Settings, log: Logger, edge?: Edge): World {
  const chromiumPath = findChromium(process.env)
  if (chromiumPath === undefined)
    log.warn('Chromium not found, so page checks will fail. Install it or set CHROMIUM_PATH.')
  else if (!settings.chromiumSandbox) log.warn(noSandbox(process.getuid?.() === 0))
  return {
    clock: systemClock,
    network: realNetwork(guardFor(settings)),
    dns: realDns(settings.dnsServers),
    mail: mailTransport(settings),
    webhooks: guardedWebhooks(guardFor(settings)),
    probes: createProbes({
      chromiumPath,
      dnsServers: settings.dnsServers,
      allowPrivateTargets: settings.allowPrivateTargets,
      refusedNetworks: settings.refusedNetworks,
      sandbox: settings.chromiumSandbox,
      loopDelay: new LoopDelay(loopSource()),
    }),
    origins: createOrigins({
      guard: guardFor(settings),
      isOwn: edge?.isOwn ?? (() => false),
      timeoutMs: callerLimits.explanationTime,
    }),
    authority: acmeAuthority,
    identityProviders: realIdentityProviders,
  }
}

function noSandbox(isRoot: boolean): string {
  const gets = isRoot
    ? 'the rights of user 65534 on this machine'
    : "the service's own rights, and can read its database and master key"
  return `CHROMIUM_SANDBOX is off: a measured page that breaks Chromium gets ${gets}. Turn it on, or measure pages on a runner in a container of its own.`
}

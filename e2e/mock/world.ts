import type { Browser } from '../../src/contract/index.ts'
import type { Probes } from '../../src/service/checks/index.ts'
import type { Clock, Network, World } from '../../src/service/world.ts'
import { scriptedMeasurement } from './measure.ts'

export const scriptedBrowser: Browser = { name: 'Chromium', version: '150' }

/** A world in which everything that is asked has an answer, the same each time. Hosts behave by their names. */
export function scriptedWorld(clock: Clock): World {
  return { clock, network: scriptedNetwork, probes: scriptedProbes(clock) }
}

const scriptedNetwork: Network = {
  async https(host) {
    if (/^(http-only|no-dns|no-answer)\./.test(host)) return { answers: false }
    return { answers: true, certificate: host.startsWith('bad-certificate.') ? 'it has expired' : null }
  },
}

function scriptedProbes(clock: Clock): Probes {
  return {
    async measure(check, signal) {
      signal.throwIfAborted()
      const at = clock.now()
      const views = check.type === 'WEBPAGE' ? check.views : [null]
      return views.map((view) =>
        scriptedMeasurement({ type: check.type, url: check.url, at, view, connectivity: check.connectivity }),
      )
    },
    browsers: async () => [scriptedBrowser],
    close: async () => {},
  }
}

import type { Insertable } from 'kysely'
import type { Schema, Site } from '../../src/service/database/index.ts'
import { hostnameOf } from '../../src/service/world/dns.ts'
import type { Services } from '../../src/service/api/services.ts'
import { newPrivateKey } from '../../src/service/certificates/index.ts'
import { testAuthority } from '../../src/service/test/certificate.ts'

const hour = 3600_000
const day = 24 * hour
const lifeMs = 90 * day

/** Certificates of the sites that are live. Of the main account's, one waits for its first and one can't be renewed. */
export function certificateRows(
  sites: readonly Site[],
  { vault, world }: Services,
): Insertable<Schema['certificates']>[] {
  const now = world.clock.now()
  const issue = testAuthority('Example Authority', 'E1')
  return sites
    .filter((site) => site.cname_seen === site.service_cname)
    .map(({ id, host }, i) => {
      const hostname = hostnameOf(host)
      const isFailing = host === 'transparent.fjordbikes.example'
      const from = now - (isFailing ? 68 * day : ((i * 7) % 50) * day + 5 * hour)
      const key = newPrivateKey()
      const valid = {
        site_id: id,
        hostname,
        chain: issue({ name: hostname, key, from, until: from + lifeMs }),
        key_sealed: vault.seal(key),
        issuer: 'Example Authority E1',
        valid_from: from,
        valid_until: from + lifeMs,
        attempted_at: from,
        problem: null,
        failures: 0,
        next_attempt_at: from + (lifeMs / 3) * 2,
        leased_by: null,
        leased_until: null,
      }
      if (isFailing) return { ...valid, ...failing(hostname, now) }
      return host === 'trial.fjordbikes.example' ? { ...valid, ...waiting(now) } : valid
    })
}

const failing = (hostname: string, now: number) => ({
  attempted_at: now - 2 * hour,
  problem: `The certificate authority refused: ${hostname} answered HTTP 404.`,
  failures: 4,
  next_attempt_at: now + 4 * hour,
})

/** Another process is getting it, and never ends. */
const waiting = (now: number) => ({
  chain: null,
  key_sealed: null,
  issuer: null,
  valid_from: null,
  valid_until: null,
  attempted_at: now - 4000,
  next_attempt_at: now - 4000,
  leased_by: 'another process',
  leased_until: now + day,
})

import { authorityLimits } from './limits.ts'
import { hostnameOf } from '../world/dns.ts'
import { orAborted } from '../../shared/guard/index.ts'
import { Poller } from '../../shared/poller.ts'
import type { Services } from '../api/services.ts'
import type { CertificateOrder } from '../world/world.ts'
import { accountAt, forgetAccount } from './authority-account.ts'
import { AuthorityError } from './authority-error.ts'
import { newPrivateKey, readCertificate } from './certificate.ts'
import { publishChallenge, withdrawChallenges, withdrawExpired } from './challenges.ts'
import { type Claim, claimDue, releaseClaim, renewClaim } from './claims.ts'
import { followSite, CertificateSites } from './follow-sites.ts'
import { storeCertificate, storeFailure } from './store-outcome.ts'
import { counterpartFor, freeOrders, isNeeded, noPause, type Pause, pauseAfter, wantsCertificate } from './rules.ts'

const intervalMs = 1000
const failure = 'getting certificates failed'

/** Orders certificates for live sites, and renews them. Without `ACME_DIRECTORY`, it does nothing. */
export class CertificateOrders {
  readonly #services: Services
  readonly #poller: Poller
  readonly #sites: CertificateSites
  /** The orders in progress. */
  readonly #running = new Map<Promise<void>, AbortController>()
  #pause: Pause = noPause
  #cleanAt = 0

  constructor(services: Services) {
    this.#services = services
    this.#sites = new CertificateSites(services)
    this.#poller = new Poller({
      clock: services.world.clock,
      log: services.log,
      intervalMs,
      work: () => this.run(),
      failure,
    })
  }

  async start(): Promise<void> {
    const { settings, world } = this.#services
    if (settings.acmeDirectory === null) return
    await world.authority.prepare()
    this.#poller.start()
  }

  /** Looks for sites and due certificates now. Does nothing before `start` and after `stop`. */
  wake(): void {
    this.#poller.wake()
  }

  /** Begins no more orders. Those in progress get this many ms to finish; then they are left to another process. */
  async stop(graceMs = 0): Promise<void> {
    await this.#poller.stop()
    const timer = setTimeout(() => {
      for (const controller of this.#running.values()) controller.abort()
    }, graceMs)
    await Promise.all(this.#running.keys())
    clearTimeout(timer)
  }

  /** Follows the sites, and begins orders for the certificates that are due. */
  async run(): Promise<void> {
    const { settings, world } = this.#services
    if (settings.acmeDirectory === null) return
    const now = world.clock.now()
    await this.#sites.follow()
    if (now >= this.#cleanAt) {
      await withdrawExpired(this.#services)
      this.#cleanAt = now + authorityLimits.challenge
    }
    while (!this.#poller.stopped && freeOrders(this.#pause, this.#running.size, world.clock.now()) > 0) {
      const claim = await claimDue(this.#services)
      if (!claim) return
      this.#begin(claim)
    }
  }

  #begin(claim: Claim): void {
    const controller = new AbortController()
    const order = this.#order(claim, controller)
      .catch((error: unknown) => this.#services.log.error({ err: error, site: claim.site_id }, failure))
      .finally(() => {
        this.#running.delete(order)
        this.#poller.wake()
      })
    this.#running.set(order, controller)
  }

  async #order(claim: Claim, controller: AbortController): Promise<void> {
    const { database, log, world } = this.#services
    const stopRenewing = this.#keepClaim(claim, controller)
    try {
      const site = await database.db.selectFrom('sites').selectAll().where('id', '=', claim.site_id).executeTakeFirst()
      if (!site) return
      const counterpart = counterpartFor(site)
      if (
        !wantsCertificate(site) ||
        hostnameOf(site.host) !== claim.hostname ||
        counterpart !== claim.counterpart_wanted
      )
        return await followSite(site, claim, this.#services)
      const got = await this.#orderForBoth(claim, counterpart, controller.signal)
      this.#pause = pauseAfter(this.#pause, 'issued', world.clock.now())
      if (await storeCertificate(claim, got, this.#services))
        log.info({ site: claim.site_id, host: claim.hostname, counterpart: got.counterpart }, 'got a certificate')
    } catch (error) {
      // the edge of a process that stops may have been silent
      if (controller.signal.aborted || this.#poller.stopped) return
      const problem = error instanceof AuthorityError ? error : unexpected(error)
      this.#pause = pauseAfter(this.#pause, problem, world.clock.now())
      await storeFailure(claim, problem, this.#services)
      log.warn({ err: error, site: claim.site_id, host: claim.hostname }, 'got no certificate')
    } finally {
      stopRenewing()
      await releaseClaim(claim, this.#services)
    }
  }

  /** Orders for a site and its counterpart. What is wrong with the counterpart doesn't hold up a certificate that is needed. */
  async #orderForBoth(claim: Claim, counterpart: string | null, signal: AbortSignal) {
    const alone = [claim.hostname]
    if (counterpart === null)
      return { ...(await this.#orderCertificate(alone, signal)), counterpart, refusal: undefined }
    try {
      const got = await this.#orderCertificate([...alone, counterpart], signal)
      return { ...got, counterpart, refusal: undefined }
    } catch (error) {
      const isOfHost = error instanceof AuthorityError && (error.problem === 'refused' || error.problem === 'limited')
      if (!isOfHost || signal.aborted || !isNeeded(claim, this.#services.world.clock.now())) throw error
      return { ...(await this.#orderCertificate(alone, signal)), counterpart: null, refusal: error }
    }
  }

  async #orderCertificate(hostnames: readonly string[], signal: AbortSignal) {
    const directory = this.#services.settings.acmeDirectory ?? ''
    const account = await orAborted(accountAt(directory, this.#services), signal)
    try {
      return await this.#askFor({ directory, account, hostnames, signal })
    } catch (error) {
      if (!(error instanceof AuthorityError && error.problem === 'no-account')) throw error
      await forgetAccount(directory, account.url, this.#services)
      const again = await orAborted(accountAt(directory, this.#services), signal)
      return this.#askFor({ directory, account: again, hostnames, signal })
    }
  }

  async #askFor(asked: Pick<CertificateOrder, 'directory' | 'account' | 'hostnames' | 'signal'>) {
    const { authority, clock } = this.#services.world
    const { hostnames, signal } = asked
    const key = newPrivateKey()
    const tokens: string[] = []
    const publish = async (token: string, answer: string, hostname: string) => {
      tokens.push(token)
      await publishChallenge({ token, hostname, answer }, this.#services)
    }
    try {
      const chain = await orAborted(authority.certificate({ ...asked, key, publish }), signal)
      return { chain, key, ...readCertificate(chain, key, hostnames, clock.now()) }
    } finally {
      await withdrawChallenges(tokens, this.#services)
    }
  }

  /** Renews a lease until it's lost, which ends the order. @returns stops renewing */
  #keepClaim(claim: Claim, controller: AbortController): () => void {
    const { log, world } = this.#services
    let cancel = () => {}
    const keep = () => {
      cancel = world.clock.after(authorityLimits.lease / 3, () => {
        keep()
        renewClaim(claim, this.#services).then(
          (holds) => holds || controller.abort(),
          (error: unknown) => log.error({ err: error }, failure),
        )
      })
    }
    keep()
    return () => cancel()
  }
}

/** What went wrong here. The log says what. */
const unexpected = (cause: unknown) =>
  new AuthorityError('away', 'The service couldn’t ask the certificate authority.', { cause })

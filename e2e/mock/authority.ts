import { AuthorityError } from '../../src/service/certificates/index.ts'
import { orAborted } from '../../src/shared/guard/index.ts'
import { testAuthority } from '../../src/service/test/certificate.ts'
import type { AccountOwner, Authority, CertificateOrder, Clock } from '../../src/service/world/world.ts'

const day = 86_400_000

/** Signs for all worlds: making its key takes a while. */
const issue = testAuthority('Example Authority', 'E1')

/**
 * Gives certificates at once. A host that begins with `refused-certificate.` gets none, and one with `slow-certificate.` waits
 * for it for ever.
 */
export class ScriptedAuthority implements Authority {
  readonly #clock: Clock
  /** The accounts that were asked for, by their keys. */
  readonly accounts = new Map<string, string>()
  /** The hosts for which certificates were ordered; those of one certificate together. */
  readonly orders: string[] = []
  /** Why it gives none, by host; `every` for all of them. */
  readonly problems = new Map<string, AuthorityError>()
  /** What it does between the check of a host and the certificate. */
  meanwhile: (order: CertificateOrder) => Promise<unknown> = async () => {}
  /** How long its certificates are valid, ms. */
  lifeMs = 90 * day

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async prepare(): Promise<void> {}

  async account({ key }: AccountOwner): Promise<string> {
    const url = this.accounts.get(key) ?? `https://authority.example/accounts/${this.accounts.size + 1}`
    this.accounts.set(key, url)
    return url
  }

  async certificate(order: CertificateOrder): Promise<string> {
    const { account, hostnames, key, publish, signal } = order
    const [hostname = '', ...others] = hostnames
    this.orders.push(hostnames.join(' '))
    if (this.accounts.get(account.key) !== account.url)
      throw new AuthorityError(
        'no-account',
        'The certificate authority doesn’t know the service’s account: no such key.',
      )
    for (const [i, name] of hostnames.entries())
      await publish(`token-${this.orders.length}${i === 0 ? '' : `-${i}`}`, 'answer', name)
    if (hostname.startsWith('slow-certificate.')) await orAborted(new Promise<never>(() => {}), signal)
    await this.meanwhile(order)
    for (const name of hostnames) {
      const problem = this.problems.get(name) ?? this.problems.get('every') ?? problemOf(name)
      if (problem) throw problem
    }
    return this.issue(hostname, key, others)
  }

  issue(name: string, key: string, others: readonly string[] = []): string {
    const now = this.#clock.now()
    return issue({ name, others, key, from: now, until: now + this.lifeMs })
  }
}

function problemOf(hostname: string): AuthorityError | undefined {
  if (!hostname.startsWith('refused-certificate.')) return undefined
  return new AuthorityError('refused', `The certificate authority refused: ${hostname} answered HTTP 404.`)
}

import type { Browser } from '../../src/contract/index.ts'
import type { Probes } from '../../src/service/checks/index.ts'
import { Failure } from '../../src/shared/guard/index.ts'
import { realIdentityProviders } from '../../src/service/world/identity-providers.ts'
import { isRootDomain } from '../../src/service/sites/rules.ts'
import type {
  Clock,
  Dns,
  DnsAnswer,
  Letter,
  Mail,
  Network,
  WebhookMessage,
  Webhooks,
  World,
} from '../../src/service/world/world.ts'
import { scriptedMeasurement, type Trouble, type Troubles } from './measure.ts'
import { ScriptedAuthority } from './authority.ts'
import { scriptedOrigins } from './origins.ts'

export const scriptedBrowser: Browser = { name: 'Chromium', version: '150' }

export interface ScriptedWorld extends World {
  readonly dns: ScriptedDns
  readonly mail: ScriptedMail
  readonly webhooks: ScriptedWebhooks
  readonly authority: ScriptedAuthority
  /** What is wrong with hosts, by name. */
  readonly troubles: Map<string, Trouble>
}

/** Returns the answer set for a host. By default, it depends on the prefix: `a-record.`, `no-dns.`, `silent-dns.`, or a CNAME. */
export class ScriptedDns implements Dns {
  /** The answers that were set, by host name. */
  readonly answers = new Map<string, DnsAnswer>()

  /** The values of TXT records, by name. */
  readonly txt = new Map<string, readonly string[] | 'silent'>()

  async texts(name: string): Promise<readonly string[] | 'silent'> {
    return this.txt.get(name) ?? []
  }

  set(hostname: string, answer: DnsAnswer): void {
    this.answers.set(hostname, answer)
  }

  askAll(hostname: string): Promise<DnsAnswer> {
    return this.ask(hostname)
  }

  async ask(hostname: string): Promise<DnsAnswer> {
    const answer = this.answers.get(hostname)
    if (answer) return answer
    if (hostname.startsWith('no-dns.')) return { kind: 'none' }
    if (hostname.startsWith('silent-dns.')) return { kind: 'silent' }
    // a root domain can't have a CNAME
    if (hostname.startsWith('a-record.') || isRootDomain(hostname)) return { kind: 'address', address: '192.0.2.10' }
    return { kind: 'cname', target: `origin.${hostname}` }
  }
}

/** Stores mail for tests to read. Refuses it while `broken`. */
export class ScriptedMail implements Mail {
  readonly letters: Letter[] = []
  broken = false

  async send(letter: Letter): Promise<void> {
    if (this.broken) throw new Error('The scripted mail server refuses.')
    this.letters.push(letter)
  }
}

/**
 * Stores messages for tests to read. A host that begins with `refuses.` answers 503, one with `gone.` wants no more messages,
 * and one with `unreachable.` doesn't answer.
 */
export class ScriptedWebhooks implements Webhooks {
  readonly messages: WebhookMessage[] = []

  async send(message: WebhookMessage): Promise<{ status: number }> {
    const { host } = new URL(message.url)
    if (host.startsWith('unreachable.'))
      throw new Failure('connect-failed', `No connection to ${host}: the connection was refused.`)
    if (host.startsWith('refuses.')) return { status: 503 }
    if (host.startsWith('gone.')) return { status: 410 }
    this.messages.push(message)
    return { status: 204 }
  }
}

/** A world with deterministic replies. Hosts behave according to their names. */
export function scriptedWorld(clock: Clock): ScriptedWorld {
  const troubles = new Map<string, Trouble>()
  return {
    clock,
    network: scriptedNetwork,
    dns: new ScriptedDns(),
    mail: new ScriptedMail(),
    webhooks: new ScriptedWebhooks(),
    authority: new ScriptedAuthority(clock),
    // a test runs one on this machine
    identityProviders: realIdentityProviders,
    troubles,
    probes: scriptedProbes({ clock, troubles }),
    origins: scriptedOrigins,
  }
}

const scriptedNetwork: Network = {
  async https(host) {
    if (/^(http-only|no-dns|no-answer)\./.test(host)) return { answers: false }
    return { answers: true, certificate: host.startsWith('bad-certificate.') ? 'has expired' : null }
  },
}

interface ScriptedProbes {
  readonly clock: Clock
  readonly troubles: Troubles
  /** Where they measure. */
  readonly location?: string
}

export function scriptedProbes({ clock, troubles, location = '' }: ScriptedProbes): Probes {
  return {
    async measure(check, signal) {
      signal.throwIfAborted()
      const at = clock.now()
      const views = check.type === 'WEBPAGE' ? check.views : [null]
      return views.map((view) =>
        scriptedMeasurement({
          type: check.type,
          url: check.url,
          at,
          view,
          connectivity: check.connectivity,
          location,
          screenshots: check.type === 'WEBPAGE' && check.screenshots,
          ...(check.device && { device: check.device }),
          troubles,
        }),
      )
    },
    browsers: async () => [scriptedBrowser],
    close: async () => {},
  }
}

import { dnsLimits } from './limits.ts'
import type { Found, Resolver } from './resolver.ts'

/**
 * Looks up each host once and then repeats the answer: for one check, whose connections to a host must all go to the same
 * addresses, whatever DNS says later.
 */
export function pinnedResolver(resolver: Resolver): Resolver {
  const answers = new Map<string, Promise<Found>>()
  return {
    lookup(host) {
      const name = host.toLowerCase()
      const known = answers.get(name)
      if (known) return known
      if (answers.size >= dnsLimits.hosts)
        return Promise.reject(new Error(`the check has looked up ${dnsLimits.hosts} hosts already`))
      const answer = resolver.lookup(host)
      answers.set(name, answer)
      return answer
    },
  }
}

import type { Resolver } from '../../shared/guard/index.ts'

/** A resolver that answers from a table; other names don't exist. */
export function scripted(table: Readonly<Record<string, readonly string[]>>): Resolver & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async lookup(host) {
      asked.push(host)
      const addresses = table[host]
      if (!addresses) throw Object.assign(new Error(`no such name: ${host}`), { code: 'ENOTFOUND' })
      return { addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) }
    },
  }
}

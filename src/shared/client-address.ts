import ipaddr from 'ipaddr.js'

/** Finds the client's address: the socket's, or the one that trusted proxies forwarded. */
export function addressReader(
  trustedProxies: readonly string[],
): (socket: string | undefined, forwarded: string | null) => string {
  const trusted = isOneOf(trustedProxies)

  return (socket, forwarded) => {
    let address = normalized(socket ?? 'unknown')
    // from the nearest proxy outwards, for as long as the hop is trusted
    const hops = forwarded?.split(',').map((hop) => hop.trim()) ?? []
    while (trusted(address)) {
      const hop = hops.pop()
      if (!hop || !ipaddr.isValid(hop)) break
      address = normalized(hop)
    }
    return address
  }
}

/** Whether an address is one of these addresses, or in one of these networks. */
export function isOneOf(entries: readonly string[]): (address: string) => boolean {
  const networks = networksIn(entries)
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
}

/** Each of these addresses and networks as an address, and how many bits of it count. */
export function networksIn(entries: readonly string[]): [ipaddr.IPv4 | ipaddr.IPv6, number][] {
  return entries.map((entry) => (ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : singleAddress(entry)))
}

function singleAddress(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function normalized(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}

/** Counts an IPv6 address by its /64: providers give each customer at least that, so one client can have them all. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()
    : parsed.toString()
}

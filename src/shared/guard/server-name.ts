import { isIP } from 'node:net'

/**
 * The name that TLS asks a host by (RFC 6066, section 3): without a final dot, and none for an address.
 * @param host without the brackets of IPv6
 */
export function serverName(host: string): { readonly servername?: string } {
  return isIP(host) ? {} : { servername: host.replace(/\.$/, '') }
}

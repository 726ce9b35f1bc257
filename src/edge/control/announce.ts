import { networkInterfaces } from 'node:os'
import { type Database, lifetimes } from '../../service/database/index.ts'

const roles = ['load_balancer', 'processing_unit'] as const

/** Reports an edge node as up, so that the API lists its addresses. One process plays both roles. */
export async function announce(
  { db }: Database,
  addresses: readonly string[],
  location: string,
  now: number,
): Promise<void> {
  const rows = addresses.flatMap((ip) => roles.map((role) => ({ ip, role, location, seen_at: now, is_up: 1 })))
  if (rows.length === 0) return
  await db
    .insertInto('edge_nodes')
    .values(rows)
    .onConflict((on) => on.columns(['ip', 'role']).doUpdateSet({ location, seen_at: now, is_up: 1 }))
    .execute()
  await db
    .deleteFrom('edge_nodes')
    .where('seen_at', '<', now - lifetimes.edgeAddresses)
    .execute()
}

/** Takes an edge node off the list. Its addresses stay known for a while: it may only restart. */
export async function withdraw({ db }: Database, addresses: readonly string[]): Promise<void> {
  if (addresses.length > 0) await db.updateTable('edge_nodes').set({ is_up: 0 }).where('ip', 'in', addresses).execute()
}

const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** The addresses at which a server that listens on this one is reached: the machine's own for one that means all. */
export function reachedAt(address: string): readonly string[] {
  if (!everyAddress.has(address)) return [withoutMapping(address)]
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const outside = all.filter(({ internal, family }) => !internal && (address === '::' || family === 'IPv4'))
  // link-local addresses work on one wire only
  const found = outside.map((one) => one.address).filter((one) => !/^(?:fe80:|169\.254\.)/i.test(one))
  return found.length > 0 ? found : ['127.0.0.1']
}

/** Whether connecting to this address and port would reach the server that listens there. */
export function isOwnAddress(
  listening: { readonly address: string; readonly port: number },
  announced: readonly string[],
  address: string,
  port: number,
): boolean {
  if (port !== listening.port) return false
  const plain = withoutMapping(address)
  if (announced.includes(plain) || plain === withoutMapping(listening.address)) return true
  if (!everyAddress.has(listening.address)) return everyAddress.has(plain) && isLoopback(listening.address)
  return isLoopback(plain) || everyAddress.has(plain) || reachedAt(listening.address).includes(plain)
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** An IPv4 address as such, also where it's written as IPv6. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

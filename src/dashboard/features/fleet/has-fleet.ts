import { queryClient } from '../../api/queries.ts'
import { fleetQuery } from './reads.ts'

/** Whether the service lists the sites of all accounts, as far as it answers. */
export async function hasFleet(partner: string): Promise<boolean> {
  const first = fleetQuery(partner, { per_page: 1 })
  return (await queryClient.ensureQueryData(first).catch(() => undefined)) !== null
}

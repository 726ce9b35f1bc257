import * as z from 'zod/mini'
import type { NodeHealth } from '../../contract/index.ts'
import { type Database, edgeProcesses, type NodeReport, reportOf } from '../database/index.ts'
import { healthOf } from './rules.ts'

export interface EdgeNode {
  readonly id: string
  readonly location: string
  readonly addresses: readonly string[]
  readonly health: NodeHealth
  /** When it last reported, UNIX ms. */
  readonly seenAt: number
  /** Null from an older version. */
  readonly report: NodeReport | null
}

/** The nodes of the edge that have reported within a day, by location. */
export async function edgeNodesOf(database: Pick<Database, 'db'>): Promise<readonly EdgeNode[]> {
  // nodes report by the machines' clocks, also where the service's is scripted
  const now = Date.now()
  return (await edgeProcesses(database)).map((process) => {
    const report = reportOf(process)
    return {
      id: process.id,
      location: process.location,
      addresses: z.parse(z.array(z.string()), JSON.parse(process.addresses)),
      health: healthOf({ seen_at: process.seen_at, report }, now),
      seenAt: process.seen_at,
      report,
    }
  })
}

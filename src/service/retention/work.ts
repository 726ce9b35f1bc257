import type { Database } from '../database/index.ts'
import type { NextStep } from '../time/background-work.ts'

/** How much was deleted. */
export interface Deleted {
  samples: number
  cacheOrders: number
  /** Buckets of traffic. */
  traffic: number
  events: number
  siteChanges: number
  incidents: number
  /** And their sessions and links. */
  people: number
  /** Of details and screenshots. */
  bytes: number
}

/** What a deletion works with, and where it counts. */
export interface Work {
  readonly database: Database
  readonly next: NextStep
  readonly deleted: Deleted
}

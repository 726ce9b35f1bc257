import * as z from 'zod/mini'
import { plans } from './accounts.ts'
import { scoped } from './endpoint.ts'
import { lenient } from './lenient.ts'

export type Plan = (typeof plans)[number]

/** Sites; monitors and tests; tests started a day, see `readQuotas`; bytes of details and screenshots; checks at once. */
export const quotaNames = ['sites', 'monitors', 'runs', 'bytes', 'checks'] as const
export type QuotaName = (typeof quotaNames)[number]

export type Quotas = Readonly<Record<QuotaName, number>>

/** What an account may have, by plan. The operator can change the numbers of a single account. */
export const planQuotas: Readonly<Record<Plan, Quotas>> = {
  free: { sites: 20, monitors: 200, runs: 500, bytes: 100e6, checks: 2 },
  paid: { sites: 100, monitors: 1_000, runs: 5_000, bytes: 2e9, checks: 8 },
  plus_paid: { sites: 1_000, monitors: 10_000, runs: 50_000, bytes: 20e9, checks: 32 },
}

const quota = z.looseObject({
  /** Null where the service doesn't count it. */
  used: z.nullable(z.number()),
  allowed: z.number(),
})

export const quotasRecord = z.looseObject({
  plan: z.enum(plans),
  sites: quota,
  monitors: quota,
  runs: quota,
  bytes: quota,
  checks: quota,
})

export const readQuotas = scoped({
  id: 'quotas',
  extension: true,
  method: 'GET',
  path: '/quotas',
  summary: 'Read the quotas of the account and their use',
  description:
    '`monitors` counts monitors and tests, except those of key pages. `runs` counts the tests created as RUNNING since ' +
    'midnight UTC: each test once, however many rounds it has, even if it has been deleted. ' +
    '`bytes` is the size of the details and screenshots of samples. `checks` counts the checks in progress.',
  reply: quotasRecord,
  read: lenient(quotasRecord),
})

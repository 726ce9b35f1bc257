import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'
import { lenient } from './lenient.ts'
import { plans } from './plans.ts'

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

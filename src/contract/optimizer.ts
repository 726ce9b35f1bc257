import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, userId } from './fields.ts'

/** DAY-MONTH-YEAR in UTC, such as 21-11-2026. The service checks that the day exists. */
const day = z.optional(
  z.string().check(z.regex(/^\d{1,2}-\d{1,2}-\d{4}$/, 'must be DAY-MONTH-YEAR, such as 21-11-2026')),
)

export const usageTitles = [
  'Service Request',
  'Service Response',
  'Your server Request',
  'Your server Response',
] as const

const traffic = z.looseObject({ numOfReq: z.number(), GBS: z.number() })

/** `GBS` and the Response series are in gigabytes (10^9 bytes); times are UNIX milliseconds at the start of a bucket. */
export const usageRecord = z.looseObject({
  site: z.string(),
  status: z.string(),
  metrics: z.looseObject({ traffic: z.looseObject({ Origin: traffic, Service: traffic }) }),
  usage: z.array(z.looseObject({ title: z.string(), data: z.array(z.tuple([z.number(), z.number()])) })),
})

const usageQuery = { start_date: day, end_date: day }

export const readUsage = endpoint({
  id: 'partner.optimizer.usage',
  access: 'partner',
  method: 'GET',
  path: '/partners/{partner_id}/accounts/{account_id}/sites/{site_id}/optimizer',
  summary: "Read the traffic of a site's optimizer",
  description:
    'Covers the last 48 hours by default. Buckets are 5 minutes up to 48 hours, 1 hour up to 31 days, and 1 day beyond that.',
  query: z.object(usageQuery),
  reply: usageRecord,
  refusals: { 409: 'The host is a placeholder, so the site has no optimizer.' },
})

export const readUserUsage = endpoint({
  id: 'user.optimizer.usage',
  access: 'user',
  extension: true,
  method: 'GET',
  path: '/sites/{site_id}/optimizer',
  summary: "Read the traffic of a site's optimizer",
  query: z.object({ ...usageQuery, user_id: userId }),
  reply: usageRecord,
  refusals: { 409: 'The host is a placeholder, so the site has no optimizer.' },
})

const moved = z.looseObject({ site_id: id, optimizer: z.string() })
const refusals = { 409: "The current state doesn't allow it." } as const

const partnerMove = <const Move extends string>(name: Move, summary: string) =>
  endpoint({
    id: `partner.optimizer.${name}`,
    access: 'partner',
    method: 'PUT',
    path: `/partners/{partner_id}/accounts/{account_id}/sites/{site_id}/optimizer/${name}`,
    summary,
    reply: moved,
    refusals,
    ...(name === 'pause' ? { replacedBy: 'partner.optimizer.bypass' } : {}),
  })

const userMove = <const Move extends string>(name: Move, summary: string) =>
  endpoint({
    id: `user.optimizer.${name}`,
    access: 'user',
    method: 'PUT',
    path: `/optimizers/{site_id}/${name}`,
    summary,
    body: { form: z.object({ user_id: userId }) },
    reply: moved,
    refusals,
    ...(name === 'pause' ? { replacedBy: 'user.optimizer.bypass' } : {}),
  })

export const partnerPause = partnerMove('pause', 'Bypass the optimizer (deprecated)')
export const partnerBypass = partnerMove('bypass', 'Bypass the optimizer: send visitors straight to the origin')
export const partnerTransparent = partnerMove('transparent', 'Forward requests unchanged and count them')
export const partnerResume = partnerMove('resume', 'Resume optimizing')

export const userPause = userMove('pause', 'Bypass the optimizer (deprecated)')
export const userBypass = userMove('bypass', 'Bypass the optimizer: send visitors straight to the origin')
export const userTransparent = userMove('transparent', 'Forward requests unchanged and count them')
export const userMaintenance = userMove('maintenance', 'Show visitors a maintenance page')
export const userResume = userMove('resume', 'Resume optimizing')

import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'
import { moment } from './moments.ts'

const share = z.nullable(z.number())

/**
 * The availability of a monitor is the share of its rounds in which the page itself answered without a critical issue, at
 * every location. Each round stands for the time until the next one, the latest for the time since it began. The clean share counts samples without any issue.
 */
export const availabilityRecord = z.looseObject({
  /** 0 to 1; null if nothing was measured. */
  availability: share,
  rounds: z.number(),
  failed_rounds: z.number(),
  /** 0 to 1; null without samples. */
  clean: share,
  samples: z.number(),
  clean_samples: z.number(),
})

export const readAvailability = scoped({
  id: 'monitors.availability',
  extension: true,
  method: 'GET',
  path: '/monitors/{monitor_id}/availability',
  summary: 'Read the availability of a monitor',
  description:
    'Availability is the share of rounds in which the page itself answered without a critical issue, at every location. Each round is weighted by the time until the next round begins, the latest one by the time since it began. `clean` is the share of samples without any issue. Both cover whole hours in UTC; the last 24 hours by default.',
  query: z.object({ from: z.optional(moment), to: z.optional(moment) }),
  reply: availabilityRecord,
})

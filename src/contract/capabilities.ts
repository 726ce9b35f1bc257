import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'

export const capabilitiesRecord = z.looseObject({
  locations: z.array(z.looseObject({ name: z.string(), data_center: z.string() })),
  browsers: z.array(z.looseObject({ name: z.string(), version: z.string() })),
  connectivities: z.array(
    z.looseObject({
      name: z.string(),
      bandwidth_down: z.number(),
      bandwidth_up: z.number(),
      latency: z.number(),
      drop_rate: z.number(),
    }),
  ),
})

export const readCapabilities = scoped({
  id: 'capabilities',
  extension: true,
  method: 'GET',
  path: '/capabilities',
  summary: 'What checks can be made from and with',
  reply: capabilitiesRecord,
})

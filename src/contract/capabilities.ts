import * as z from 'zod/mini'
import { browserRecord } from './browser.ts'
import { connectivityRecord } from './connectivity.ts'
import { scoped } from './endpoint.ts'

export const capabilitiesRecord = z.looseObject({
  locations: z.array(z.looseObject({ name: z.string(), data_center: z.string() })),
  browsers: z.array(browserRecord),
  connectivities: z.array(z.looseObject({ name: z.string(), ...connectivityRecord.shape })),
})

export const readCapabilities = scoped({
  id: 'capabilities',
  extension: true,
  method: 'GET',
  path: '/capabilities',
  summary: 'List the locations, browsers and connectivities on offer',
  reply: capabilitiesRecord,
})

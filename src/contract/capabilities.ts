import * as z from 'zod/mini'
import { browserRecord } from './browser.ts'
import { connectivityRecord } from './connectivity.ts'
import { deviceRecord } from './devices.ts'
import { scoped } from './endpoint.ts'

export const capabilitiesRecord = z.looseObject({
  locations: z.array(z.looseObject({ name: z.string(), data_center: z.string() })),
  browsers: z.array(browserRecord),
  devices: z.optional(z.array(deviceRecord)),
  connectivities: z.array(z.looseObject({ name: z.string(), ...connectivityRecord.shape })),
})

export const readCapabilities = scoped({
  id: 'capabilities',
  extension: true,
  method: 'GET',
  path: '/capabilities',
  summary: 'List the locations, browsers, devices and connectivities on offer',
  reply: capabilitiesRecord,
})

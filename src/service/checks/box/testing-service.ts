/** Stands for a service that measures a page, for tests that kill it. The page's address is the argument. */
import { findChromium } from '../page/chromium.ts'
import { createProbes } from '../probes.ts'
import { checkOf, never } from '../testing.ts'

const [, , url = ''] = process.argv
const probes = createProbes({
  chromiumPath: findChromium(process.env),
  dnsServers: ['127.0.0.1:9'],
  allowPrivateTargets: true,
  timeoutMs: 600_000,
})
await probes.measure(checkOf(url, { type: 'WEBPAGE' }), never)

import { settingsFrom, SettingError } from '../../src/service/configuration.ts'
import { systemClock } from '../../src/service/world.ts'
import { startMock } from './mock.ts'
import { keepVisiting } from './ongoing-traffic.ts'

/** Runs a mock service full of data to click through. Nothing is saved. */
try {
  const { port, host } = settingsFrom(process.env)
  const documentedOnly = /^(on|true|1)$/i.test(process.env['DOCUMENTED_ONLY'] ?? '')
  const unknownRecords = /^(on|true|1)$/i.test(process.env['UNKNOWN_RECORDS'] ?? '')
  const mock = await startMock({
    clock: systemClock,
    size: { accounts: 420, daysOfSamples: 90, daysElsewhere: 2, trafficEverywhere: true },
    port,
    host,
    documentedOnly,
    unknownRecords,
  })
  for (const role of ['partner', 'reseller', 'account'] as const) {
    process.stdout.write(`sign-in: ${role} ${mock[role].id} ${mock[role].key}\n`)
  }
  process.stderr.write(`The demo is running at ${mock.url}\nGallery of components: ${mock.url}/gallery\n`)
  const stopVisiting = keepVisiting(mock.service.services)
  const stop = () => {
    stopVisiting()
    void mock.stop().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

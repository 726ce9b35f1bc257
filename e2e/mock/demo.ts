import { fileURLToPath } from 'node:url'
import { settingsFrom, SettingError } from '../../src/service/configuration/configuration.ts'
import { testPassword } from '../../src/service/test/password.ts'
import { systemClock } from '../../src/service/world/world.ts'
import { demoSize } from './demo-size.ts'
import { startMock } from './mock.ts'
import { people } from './seed-people.ts'
import { keepVisiting } from './ongoing-traffic.ts'
import { templateFrom } from './template.ts'

/** Runs a mock service full of data to click through. Nothing is saved. */
try {
  const { port, host, edgePort, edgeHost } = settingsFrom(process.env)
  const documentedOnly = /^(on|true|1)$/i.test(process.env['DOCUMENTED_ONLY'] ?? '')
  const unknownRecords = /^(on|true|1)$/i.test(process.env['UNKNOWN_RECORDS'] ?? '')
  const seededAt = systemClock.now()
  const mock = await startMock({
    clock: systemClock,
    size: demoSize,
    template: await templateFrom(fileURLToPath(new URL('seed-demo.ts', import.meta.url))),
    port,
    host,
    // without a port of its own choice, a demo can run beside the service
    edgePort: process.env['EDGE_PORT'] ? edgePort : 0,
    edgeHost,
    documentedOnly,
    unknownRecords,
    demoDns: true,
  })
  for (const role of ['partner', 'reseller', 'account'] as const) {
    process.stdout.write(`sign-in: ${role} ${mock[role].id} ${mock[role].key}\n`)
  }
  const emails = Object.values(people).map(({ email }) => email)
  process.stderr.write(`By email: ${emails.join(', ')}, all with the password “${testPassword}”\n`)
  process.stderr.write(`The demo is running at ${mock.url}\nGallery of components: ${mock.url}/gallery\n`)
  const edge = await mock.edge()
  process.stderr.write(`Its edge serves every site to visitors, for example ${edge.urlOf('www.fjordbikes.example')}\n`)
  const stopVisiting = keepVisiting(mock.service.services, seededAt)
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

import { parseArgs } from 'node:util'
import { processLimits } from '../../shared/process-limits.ts'
import { watchEventLoop } from './event-loop.ts'
import { assembleRunner } from '../service.ts'
import { createLog, settingsOrExit } from './environment.ts'
import { openOrExit } from './open-database.ts'
import { realWorld } from './real-world.ts'
import { startTelemetryOrExit } from './start-telemetry.ts'

const usage = 'usage: npm run runner -- --location NAME --data-center DC\n'

// before anything is written: what the service keeps is for its own user alone
process.umask(0o077)
const settings = settingsOrExit()
const { location, dataCenter } = readArguments()
const { log, lines } = createLog(settings)
const { database, masterKey } = await openOrExit(settings)
const world = realWorld(settings, log)
const runner = assembleRunner({ settings, database, masterKey, world, log }, { location, dataCenter })
const sources = { database, clock: world.clock, lines, runner }
const closeTelemetry = await startTelemetryOrExit({ settings, sources, log })
await runner.start()
watchEventLoop({ log })
process.stdout.write(`Runner started at ${location} (${dataCenter})\n`)

let stopping = false
async function stop(): Promise<void> {
  // npm passes on a signal that the whole process group has had
  if (stopping) return
  stopping = true
  await runner.stop(20_000)
  closeTelemetry()
  await world.probes.close()
  await database.close()
  await lines.flush(processLimits.lastLines)
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())

function readArguments(): { location: string; dataCenter: string } {
  try {
    const { values } = parseArgs({ options: { location: { type: 'string' }, 'data-center': { type: 'string' } } })
    if (values.location?.trim()) {
      return { location: values.location.trim(), dataCenter: values['data-center']?.trim() || values.location.trim() }
    }
    process.stderr.write(`--location is required\n${usage}`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  process.exit(2)
}

import { parseArgs } from 'node:util'
import { processLimits } from '../../shared/process-limits.ts'
import { createLog, settingsOrExit } from './environment.ts'
import { systemClock } from '../world/world.ts'
import { beginAgainOnceCompiled } from './once-compiled.ts'
import { edgeDatabase, httpsLine, startEdgeOrExit } from './start-edge.ts'
import { startTelemetryOrExit } from './start-telemetry.ts'

const usage = 'usage: npm run edge -- --location NAME [--nginx]\n'

// before anything is written: what the service keeps is for its own user alone
process.umask(0o077)
const settings = settingsOrExit()
const { location, isBehindNginx } = readArguments()
const { log, lines } = createLog(settings)
const database = await edgeDatabase(settings)
if (settings.metricsPort !== null) await import('../telemetry/index.ts')
beginAgainOnceCompiled()
const edge = await startEdgeOrExit(settings, database, log, { location, hasSnapshot: true, isBehindNginx })
const closeTelemetry = await startTelemetryOrExit({
  settings,
  sources: { database, clock: systemClock, lines, edge },
  log,
  undo: () => edge.stop(),
})
process.stdout.write(httpsLine(edge, `The edge at ${location}`))
const form = isBehindNginx ? ', with nginx,' : ''
process.stdout.write(`The edge at ${location}${form} serves visitors on http://${edge.host}:${edge.port}\n`)
const { snapshot_at: snapshotAt } = edge.report()
if (snapshotAt !== null) {
  const minutes = Math.round((Date.now() - snapshotAt) / 60_000)
  process.stdout.write(`The database can't be reached, so the sites come from a snapshot, ${minutes} minutes old.\n`)
}

let stopping = false
async function stop(): Promise<void> {
  // npm passes on a signal that the whole process group has had
  if (stopping) return
  stopping = true
  await edge.stop(processLimits.requests)
  closeTelemetry()
  await database.close()
  await lines.flush(processLimits.lastLines)
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())

function readArguments(): { readonly location: string; readonly isBehindNginx: boolean } {
  try {
    const { values } = parseArgs({ options: { location: { type: 'string' }, nginx: { type: 'boolean' } } })
    const name = values.location?.trim()
    if (name) return { location: name, isBehindNginx: values.nginx === true }
    process.stderr.write(`--location is required\n${usage}`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  process.exit(2)
}

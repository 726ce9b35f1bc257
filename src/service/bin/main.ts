import { fileURLToPath } from 'node:url'
import { processLimits } from '../../shared/process-limits.ts'
import { closeServer } from '../../shared/close-server.ts'
import { watchEventLoop } from './event-loop.ts'
import { startCheckpoints } from '../database/index.ts'
import { listen } from '../http/index.ts'
import { Partners } from '../accounts/index.ts'
import { inviteByOperator, partnerPlace } from '../people/index.ts'
import { assemble } from '../service.ts'
import { createLog, reasonFor, settingsOrExit } from './environment.ts'
import { openOrExit } from './open-database.ts'
import { realWorld } from './real-world.ts'
import { edgeDatabase, httpsLine, startEdgeOrExit } from './start-edge.ts'
import { startTelemetryOrExit } from './start-telemetry.ts'

// before anything is written: what the service keeps is for its own user alone
process.umask(0o077)
const given = settingsOrExit()
const { log, lines } = createLog(given)
const { database, masterKey } = await openOrExit(given)
const databaseOfEdge = await edgeDatabase(given, database)
const edge = await startEdgeOrExit(given, databaseOfEdge, log)
// preview addresses name the port that the edge really has
const settings = { ...given, edgePort: edge.port }
const world = realWorld(settings, log, edge)
const dashboardDir = fileURLToPath(new URL('../../../dist', import.meta.url))
const service = assemble({ settings, database, masterKey, world, log, dashboardDir, wakeEdge: edge.wake })
const closeTelemetry = await startTelemetryOrExit({
  settings,
  sources: { database, clock: world.clock, lines, runner: service.runner, edge },
  log,
  // the API lists the edge until it stops
  undo: () => edge.stop(),
})

const partners = new Partners(database, service.services.vault)
let invitation: string | undefined
if ((await partners.list()).length === 0) {
  const { partner, key } = await partners.create({ name: 'First partner', email: 'partner@localhost' })
  process.stdout.write(`sign-in: partner ${partner.id} ${key}\n`)
  const whom = { email: '', role: 'owner', now: world.clock.now() } as const
  invitation = await inviteByOperator(partnerPlace(partner), whom, { database, settings })
}

const stopCheckpoints = await startCheckpoints(database)
await service.start()
watchEventLoop({ log })
const server = listen(service.app.fetch, settings)
server.on('listening', () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  // a port that the system chose is known only now
  if (invitation !== undefined) process.stdout.write(`invitation: ${invitation.replace(':0/', `:${port}/`)}\n`)
  process.stdout.write(httpsLine(edge, 'The edge'))
  process.stdout.write(`The edge serves visitors on http://${edge.host}:${edge.port}\n`)
  process.stdout.write(`Site Performance listens on http://${settings.host}:${port}\n`)
})
server.on('error', (problem) => void giveUp(problem))

async function giveUp(problem: Error): Promise<void> {
  process.stderr.write(`Can't listen on PORT (${settings.host}:${settings.port}): ${reasonFor(problem)}\n`)
  // the API lists the edge until it stops
  await edge.stop()
  process.exit(1)
}

let stopping = false
async function stop(signal: string): Promise<void> {
  // npm passes on a signal that the whole process group has had
  if (stopping) return
  stopping = true
  log.info({ signal }, 'stopping')
  const graceMs = processLimits.requests
  await Promise.all([closeServer(server, graceMs), service.stop(graceMs), edge.stop(graceMs)])
  closeTelemetry()
  await service.close()
  await world.probes.close()
  await stopCheckpoints()
  await databaseOfEdge.close()
  await database.close()
  await lines.flush(processLimits.lastLines)
  process.exit(0)
}
process.on('SIGTERM', (signal) => void stop(signal))
process.on('SIGINT', (signal) => void stop(signal))

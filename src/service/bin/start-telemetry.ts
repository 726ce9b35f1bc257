import type { Logger } from 'pino'
import type { Settings } from '../configuration/configuration.ts'
import type { TelemetrySources } from '../telemetry/index.ts'
import { orExit } from './environment.ts'

interface TelemetryOptions {
  readonly settings: Settings
  readonly sources: TelemetrySources
  readonly log: Logger
  /** Undoes what has been started, before an exit. */
  readonly undo?: () => Promise<void>
}

/** Serves the telemetry if METRICS_PORT is set, or exits with one line that says why it can't. @returns what ends it */
export async function startTelemetryOrExit({ settings, sources, log, undo }: TelemetryOptions): Promise<() => void> {
  const { metricsPort: port, host } = settings
  if (port === null) return () => undefined
  return orExit(`Can't serve telemetry on METRICS_PORT (${host}:${port})`, async () => {
    // loaded where it's asked for only: it takes memory
    const { serveTelemetry } = await import('../telemetry/index.ts')
    try {
      const telemetry = await serveTelemetry({ host, port }, sources, log)
      process.stdout.write(`Prometheus reads this process at http://${host}:${telemetry.port}/metrics\n`)
      return () => telemetry.close()
    } catch (error) {
      await undo?.()
      throw error
    }
  })
}

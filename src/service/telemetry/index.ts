export { serveTelemetry, type TelemetrySources } from './serve-telemetry.ts'

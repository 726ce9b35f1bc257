import type { Connectivity } from '../../../contract/index.ts'

const space = '\u00a0'

/** 9 Mbps, 768 kbps. */
function rate(kbps: number): string {
  return kbps >= 1000
    ? `${Number((kbps / 1000).toPrecision(3))}${space}Mbps`
    : `${Number(kbps.toPrecision(3))}${space}kbps`
}

/** Describes a connection by its limits. */
export function connectivityWords(line: Partial<Connectivity> | null | undefined): string {
  if (line === undefined) return 'not reported'
  if (line === null) return 'No throttling'
  const limits = [
    line.bandwidth_down ? `${rate(line.bandwidth_down)} down` : '',
    line.bandwidth_up ? `${rate(line.bandwidth_up)} up` : '',
    line.latency ? `${Math.round(line.latency)}${space}ms` : '',
    line.drop_rate ? `${Number(line.drop_rate.toPrecision(3))}% loss` : '',
  ].filter(Boolean)
  return limits.length > 0 ? limits.join(', ') : 'No limits'
}

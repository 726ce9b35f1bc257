import type { Place } from '../reads.ts'

/** A monitor's name, or that it was deleted. */
export function monitorName({ monitor_name }: Place): string {
  return monitor_name ?? 'Deleted monitor'
}

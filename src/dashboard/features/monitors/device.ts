import type { DeviceName, DeviceRecord } from '../../../contract/index.ts'
import { decimal } from '../../kit/format/format.ts'

export const deviceLabels: Readonly<Record<DeviceName, string>> = { DESKTOP: 'Desktop', PHONE: 'Phone' }

/** A device's name. One that isn't known is shown as received. */
export function deviceLabel(name: string): string {
  return new Map<string, string>(Object.entries(deviceLabels)).get(name) ?? name
}

/** `412 × 823 px at 1.75×, CPU 4 times slower` */
export function deviceWords({ width, height, scale, cpu_slowdown: slowdown }: DeviceRecord): string {
  const screen = `${width} × ${height} px${scale === 1 ? '' : ` at ${decimal(scale, 2, 0)}×`}`
  return slowdown === 1 ? screen : `${screen}, CPU ${decimal(slowdown, 1, 0)} times slower`
}

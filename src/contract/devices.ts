import * as z from 'zod/mini'

export const deviceNames = ['DESKTOP', 'PHONE'] as const
export type DeviceName = (typeof deviceNames)[number]

/** What a page is opened on: its window in CSS pixels, pixels of the screen for each, and how many times slower the CPU is. */
export interface Device {
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly cpu_slowdown: number
}

/** Those of Lighthouse (`core/config/constants.js`, github GoogleChrome/lighthouse): its desktop, and its Moto G Power. */
export const devices: Readonly<Record<DeviceName, Device>> = {
  DESKTOP: { width: 1350, height: 940, scale: 1, cpu_slowdown: 1 },
  PHONE: { width: 412, height: 823, scale: 1.75, cpu_slowdown: 4 },
}

export const deviceRecord = z.looseObject({
  name: z.string(),
  width: z.number(),
  height: z.number(),
  scale: z.number(),
  cpu_slowdown: z.number(),
})
export type DeviceRecord = z.output<typeof deviceRecord>

/** A device as replies give it. */
export const deviceOf = (name: DeviceName): DeviceRecord => ({ name, ...devices[name] })

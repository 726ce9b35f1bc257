import type { Sample, WholeSample } from '../../../contract/index.ts'

/** How a sample of a place was measured. */
export type Conditions = Pick<Sample, 'connectivity' | 'view' | 'browser'> & Partial<Pick<WholeSample, 'device'>>

/** Whether two samples of a place are of the same connection, view, browser and, where it's known, device. */
export function isAlike(a: Conditions, b: Conditions): boolean {
  const variant = ({ connectivity = null, view = null, browser }: Conditions) =>
    JSON.stringify([connectivity, view, browser?.name ?? null])
  return variant(a) === variant(b) && (!a.device || !b.device || a.device.name === b.device.name)
}

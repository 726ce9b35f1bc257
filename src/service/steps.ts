import { setTimeout } from 'node:timers/promises'
import { bounds } from './bounds.ts'

/** Lets others read and write before the next step of work in the background. @throws {Stopped} if there must be none */
export type NextStep = () => Promise<void>

/** This process is stopping, or another one has taken over. */
export class Stopped extends Error {}

export function nextStep(mayGoOn: () => Promise<boolean>, pauseMs: number = bounds.retention.pause): NextStep {
  return async () => {
    await setTimeout(pauseMs)
    if (!(await mayGoOn())) throw new Stopped()
  }
}

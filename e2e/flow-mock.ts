import type { OptimizerState } from '../src/contract/index.ts'
import { ScriptedClock } from './mock/clock.ts'
import { type Mock, type MockOptions, startMock } from './mock/mock.ts'

/** The start time of every scripted world. */
export const flowStart = Date.UTC(2026, 10, 21, 10)
export const flowSize = { accounts: 60, daysOfSamples: 3, daysElsewhere: 0.25, trafficEverywhere: false }

/** The service of flows, whose clock a test moves. */
export type FlowMock = Mock & { clock: ScriptedClock }

/** Starts the service at the time and in the size of flows, unless `options` say otherwise. */
export async function startFlowMock(options: Partial<MockOptions> = {}): Promise<FlowMock> {
  const clock = new ScriptedClock(flowStart)
  return { ...(await startMock({ clock, size: flowSize, ...options })), clock }
}

/** A site of the main account in the given state. */
export async function siteIn(mock: Mock, state: OptimizerState): Promise<{ id: string; host: string }> {
  return mock.service.services.database.db
    .selectFrom('sites')
    .select(['id', 'host'])
    .where('account_id', '=', mock.account.id)
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
}

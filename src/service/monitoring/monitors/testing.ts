import { expect } from 'vitest'
import { createMonitor, type MonitorBodyInput } from '../../../contract/index.ts'
import type { Check } from '../../checks/index.ts'
import { testService, type TestService } from '../../test/service.ts'
import { waitFor } from '../../test/wait-for.ts'
import type { World } from '../../world/world.ts'
import { Runner } from '../runner/runner.ts'

type Measure = World['probes']['measure']

/** Holds checks until the test releases them. Their targets begin to answer at once. */
export class Gate {
  readonly begun: Check[] = []
  readonly #waiting: (() => void)[] = []
  readonly #measure: Measure
  open = false

  constructor(measure: Measure) {
    this.#measure = measure
  }

  readonly measure: Measure = async (check, signal, onAnswer) => {
    this.begun.push(check)
    onAnswer?.()
    if (!this.open) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push(resolve)
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
      })
    }
    return this.#measure(check, signal)
  }

  release(): void {
    this.open = true
    for (const go of this.#waiting.splice(0)) go()
  }
}

export async function withGate() {
  let gate: Gate | undefined
  const service = await testService({
    world: (world) => {
      gate = new Gate((check, signal) => world.probes.measure(check, signal))
      return { ...world, probes: { ...world.probes, measure: gate.measure } }
    },
  })
  if (!gate) throw new Error('the world was not created')
  const account = await service.makeAccount(await service.makePartner(), { plan: 'plus_paid' })
  const monitor = (n = 0, more: Partial<MonitorBodyInput> = {}) =>
    service.ask(
      createMonitor.user,
      { body: { name: `m${n}`, type: 'HTTP', constants: { url: `http://www${n}.example/` }, ...more } },
      account.key,
    )
  return { ...service, gate, account, monitor }
}

export const leases = ({ db }: TestService) => db.selectFrom('checks').select(['lease_by', 'lease_until']).execute()
export const sampledMonitors = async ({ db }: TestService) =>
  (await db.selectFrom('samples').select(['monitor_id', 'taken_at']).orderBy('monitor_id').execute()).map(
    ({ monitor_id }) => monitor_id,
  )
/** An idle runner polls every second, so the scripted clock advances while the test waits. */
export const eventually = ({ clock }: TestService, expectation: () => Promise<void> | void) =>
  waitFor(async () => {
    await clock.advance(1000)
    await expectation()
  })

/** The location of the tests. */
export const options = { location: 'local', dataCenter: 'local' }

/** The bodies of a monitor of either type. */
export const http = { name: 'Home', type: 'http', constants: { url: 'https://www.example/x' } }
export const page = { ...http, type: 'WEBPAGE' }

/** A service with an account, which creates monitors and tests. */
export async function withAccount() {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  // a location's browsers are available once a runner has run there
  const runner = new Runner(service.services, { location: 'local', dataCenter: 'local' })
  await runner.start()
  await runner.stop()
  const base = `/partners/${partner.id}/accounts/${account.id}`
  const post = (json: object, path = '/monitors') => service.call('POST', path, { key: account.key, json })
  const fields = async (json: object, path?: string) => {
    const { status, body } = await post(json, path)
    return [status, Object.keys((body as { fields?: object }).fields ?? {})]
  }
  const create = async (json: object, path?: string) => {
    const { status, body, text } = await post(json, path)
    expect(status, text).toBe(200)
    return body as { id: string } & Record<string, unknown>
  }
  return { ...service, partner, account, base, post, fields, create }
}

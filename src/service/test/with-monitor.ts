import { createMonitor } from '../../contract/index.ts'
import { Retention } from '../retention/index.ts'
import { start, testService, type TestOptions } from './service.ts'

const day = 24 * 3600_000
export const ago = (days: number): number => start - days * day

/** A service with an account, a monitor of it, and retention that runs when it is told to. */
export async function withMonitor(options: TestOptions = {}) {
  const service = await testService(options)
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const monitor = async (key = account.key) => {
    const body = { name: 'm', type: 'HTTP', constants: { url: 'https://a.example/' } } as const
    return (await service.ask(createMonitor.user, { body }, key)).id
  }
  const retention = new Retention(service.services)
  return { ...service, partner, account, monitor, monitorId: await monitor(), retention }
}

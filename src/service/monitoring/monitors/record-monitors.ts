import type { Transaction } from 'kysely'
import type { EventDetail, EventKind } from '../../../contract/index.ts'
import { hostIn } from '../../world/dns.ts'
import { chunksOf, type Monitor, type Schema } from '../../database/index.ts'
import { actorOf, type NewEvent, recordEvents } from '../../events/index.ts'
import type { AccountCall } from '../../api/handler.ts'
import { readSpec } from './rules.ts'

type MonitorEvent = {
  readonly monitor: Pick<Monitor, 'id' | 'name' | 'site_id' | 'spec'>
} & (
  | { readonly kind: Exclude<Extract<EventKind, `monitor.${string}`>, 'monitor.changed'> }
  | {
      readonly kind: 'monitor.changed'
      readonly changed: readonly string[]
      readonly limits?: EventDetail<'monitor.changed'>['limits']
    }
)

/** The event of a change to a status. */
export const changeOfStatus = { RUNNING: 'monitor.resumed', SUSPENDED: 'monitor.paused' } as const

/** Notes changes of monitors, each with the site that it belongs to or whose host it measures. */
export async function recordMonitors(
  trx: Transaction<Schema>,
  events: readonly MonitorEvent[],
  call: AccountCall,
): Promise<void> {
  const { account, services } = call
  const common = { actor: actorOf(call), accountId: account.id, at: services.world.clock.now() }
  const siteOfHost = await sitesByHost(
    trx,
    account.id,
    events.flatMap(({ monitor }) => (monitor.site_id === null ? [hostOf(monitor)] : [])),
  )
  await recordEvents(
    trx,
    events.map(({ monitor, ...event }): NewEvent => {
      const siteId = monitor.site_id ?? siteOfHost.get(hostOf(monitor)) ?? null
      const of = { ...common, siteId, monitorId: monitor.id }
      return event.kind === 'monitor.changed'
        ? { ...of, kind: event.kind, detail: detailOf(monitor, event) }
        : { ...of, kind: event.kind, detail: { name: monitor.name } }
    }),
  )
}

function detailOf(
  { name }: Pick<Monitor, 'name'>,
  { changed, limits }: Pick<MonitorEvent & { kind: 'monitor.changed' }, 'changed' | 'limits'>,
): EventDetail<'monitor.changed'> {
  return { name, changed: [...changed], ...(limits ? { limits } : {}) }
}

function hostOf(monitor: Pick<Monitor, 'spec'>): string {
  return hostIn(new URL(readSpec(monitor).constants.url))
}

async function sitesByHost(
  trx: Transaction<Schema>,
  accountId: string,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const chunk of chunksOf([...new Set(hosts)])) {
    const sites = await trx
      .selectFrom('sites')
      .select(['id', 'host'])
      .where('account_id', '=', accountId)
      .where('host', 'in', chunk)
      .execute()
    for (const { id, host } of sites) found.set(host, id)
  }
  return found
}

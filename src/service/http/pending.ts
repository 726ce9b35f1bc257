import type { EndpointId } from '../../contract/index.ts'
import { Refusal } from '../errors.ts'

/** The operations that have no handler yet. They answer 501. */
const pendingIds = [
  'partner.accounts.updateEmail',
  'partner.sites.delete',
  'partner.sites.updateHost',
  'partner.optimizer.usage',
  'partner.optimizer.pause',
  'partner.optimizer.bypass',
  'partner.optimizer.resume',
  'partner.optimizer.transparent',
  'partner.samples.series',
  'user.adn.read',
  'user.profiles.list',
  'user.profiles.read',
  'user.tods.list',
  'user.tods.read',
  'user.settings.read',
  'user.cache.flush',
  'user.cache.purge',
  'user.serviceIps',
  'user.optimizer.usage',
  'user.optimizer.bypass',
  'user.optimizer.pause',
  'user.optimizer.maintenance',
  'user.optimizer.resume',
  'user.optimizer.transparent',
  'user.samples.series',
] as const satisfies readonly EndpointId[]

async function notYet(): Promise<never> {
  throw new Refusal(501, 'This service does not answer this operation yet.')
}

export const pendingHandlers = Object.fromEntries(pendingIds.map((id) => [id, notYet])) as Record<
  (typeof pendingIds)[number],
  typeof notYet
>

import { accountHandlers } from './accounts/index.ts'
import { alertHandlers } from './alerts/index.ts'
import { cacheHandlers } from './cache/index.ts'
import { certificateHandlers } from './certificates/index.ts'
import { eventHandlers } from './events/index.ts'
import { fleetHandlers } from './fleet/index.ts'
import type { Handlers } from './api/handler.ts'
import { incidentHandlers } from './incidents/index.ts'
import { keyHandlers } from './keys/index.ts'
import { monitorHandlers, sampleHandlers } from './monitoring/index.ts'
import { nodeHandlers } from './nodes/index.ts'
import { optimizerHandlers } from './optimizer/index.ts'
import { siteProfileHandlers } from './profiles/index.ts'
import {
  factorHandlers,
  guestHandlers,
  placeHandlers,
  secondStepHandlers,
  signInLinkHandlers,
  signOnHandlers,
} from './people/index.ts'
import { oauthHandlers } from './oauth/index.ts'
import { quotaHandlers } from './quotas/index.ts'
import { sessionHandlers } from './sessions/index.ts'
import { settingsHandlers } from './settings/index.ts'
import { originHandlers, redirectHandlers, siteHandlers } from './sites/index.ts'

/** A handler for every operation of the contract. A missing one doesn't compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...fleetHandlers,
  ...siteHandlers,
  ...monitorHandlers,
  ...sampleHandlers,
  ...incidentHandlers,
  ...alertHandlers,
  ...optimizerHandlers,
  ...cacheHandlers,
  ...certificateHandlers,
  ...originHandlers,
  ...redirectHandlers,
  ...siteProfileHandlers,
  ...settingsHandlers,
  ...quotaHandlers,
  ...eventHandlers,
  ...nodeHandlers,
  ...placeHandlers,
  ...keyHandlers,
  ...factorHandlers,
  ...guestHandlers,
  ...signInLinkHandlers,
  ...signOnHandlers,
  ...secondStepHandlers,
  ...oauthHandlers,
  ...sessionHandlers,
}

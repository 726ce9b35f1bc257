import { accountHandlers } from './accounts/index.ts'
import type { Handlers } from './handler.ts'
import { pendingHandlers } from './http/index.ts'
import { monitorHandlers, sampleHandlers } from './monitoring/index.ts'
import { siteHandlers } from './sites/index.ts'

/** A handler for every operation of the contract: one that is missing does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...siteHandlers,
  ...monitorHandlers,
  ...sampleHandlers,
  ...pendingHandlers,
}

export { browserName } from './browser-name.ts'
export { cookieWith, hasSessions, noSessions, signOnCookie, signOnIn, tokenIn } from './cookie.ts'
export { sessionHandlers } from './handlers.ts'
export { sessionLimits } from './limits.ts'
export { roleAtAccount, roleAtPartner } from './memberships.ts'
export { isFromOwnPage, isReadByOwnPage } from './own-page.ts'
export { currentRecord, mustChangePassword } from './record.ts'
export {
  endSession,
  endSessionsOf,
  findSession,
  isByLink,
  isBySignOn,
  newToken,
  type SessionOwner,
  startSession,
  touchSession,
} from './store.ts'

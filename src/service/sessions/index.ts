export { browserName } from './browser-name.ts'
export {
  cookieFor,
  type CookieKind,
  cookieWith,
  hasSessions,
  noSessions,
  signOnCookie,
  signOnIn,
  tokenIn,
} from './cookie.ts'
export { sessionHandlers } from './handlers.ts'
export { sessionLimits } from './limits.ts'
export { lacksFactor, roleAtAccount, roleAtPartner } from './memberships.ts'
export { rememberBrowser } from './known-browsers.ts'
export { isFromOwnPage, isReadByOwnPage } from './own-page.ts'
export { currentRecord, mustChangePassword } from './record.ts'
export {
  beginSignIn,
  countTry,
  endPending,
  findPending,
  setPendingChallenge,
  takePendingChallenge,
} from './pending-sign-ins.ts'
export { provedUntil, refuseUnproved, setChallenge, setProved, takeChallenge } from './proof.ts'
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

/** Errors of PostgreSQL that say that it can't be used at the moment (Appendix A of its documentation). */
const transient = /^(?:08\w{3}|57P0[1-5]|53300)$/
/** Errors of the network, by Node and by `pg`. */
const ofNetwork = /^E[A-Z_]+$/
const ofDriver = /timeout|terminated|not queryable|no answer within/i

/** Whether an error means that a database can't be reached at the moment, and not that something is wrong with it or us. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  // PostgreSQL's codes have five characters, with a digit
  if (code !== undefined) return transient.test(code) || (ofNetwork.test(code) && !code.startsWith('ERR_'))
  return ofDriver.test(error.message)
}

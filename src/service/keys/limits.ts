import { keyLimits as ofContract } from '../../contract/index.ts'
import { count, limits, rate, time } from '../../shared/limit.ts'

export const keyLimits = limits({
  keys: count(ofContract.keys, 'Keys of a partner, or of an account, besides the main one (409)'),
  changes: rate(60, 3600, 'Keys that a partner or an account creates or rotates (429)'),
  unused: time(180 * 24 * 3600_000, "Without use, an application's key; then it is over"),
})

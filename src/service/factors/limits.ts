import { factorLimits as ofContract } from '../../contract/index.ts'
import { count, limits, time } from '../../shared/limit.ts'

export const factorLimits = limits({
  passkeys: count(ofContract.passkeys, 'Passkeys of a person (409)'),
  recoveryCodes: count(ofContract.recoveryCodes, 'Recovery codes of a person; new ones replace them'),
  challenge: time(5 * 60_000, 'The challenge for a passkey; then it is over'),
  proof: time(
    10 * 60_000,
    'The password or a passkey; then one of them is needed again before factors can be changed (403)',
  ),
})

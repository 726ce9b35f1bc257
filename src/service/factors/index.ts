export { authenticatorOf, beginApp, useAppCode } from './authenticator.ts'
export { dropCodesWithoutFactor, dropFactors, factorsOf, hasFactor, haveFactor } from './factors.ts'
export { factorLimits } from './limits.ts'
export {
  hasPasskeys,
  keepPasskey,
  madePasskey,
  optionsToAdd,
  optionsToUse,
  passkeyRecordOf,
  passkeysOf,
  passkeyWith,
  usedPasskey,
} from './passkeys.ts'
export { codesOf, replaceCodes, useCode } from './recovery-codes.ts'

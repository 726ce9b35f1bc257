export { connectTarget, type Dial, guardedDial } from './dial.ts'
export { certificateProblem, errorCode, Failure, type FailureCode, orAborted, reason } from './failure.ts'
export { type Resolver, resolverFor } from './resolver.ts'
export { type Guard, resolveTarget } from './target-guard.ts'

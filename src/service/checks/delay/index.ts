export { LoopDelay } from './loop-delay.ts'
export { loopSource } from './loop-source.ts'
export { isJudged, type RunnerDelay, withDelay } from './rules.ts'
export { StepDelays } from './step-delays.ts'

import { bytes, limits } from '../../shared/limit.ts'

export const logLimits = limits({
  waiting: bytes(2 ** 20, 'Lines that wait to be read; beyond that, new ones are dropped, and requests first'),
})

import { bytes, limits, time } from '../../shared/limit.ts'

export const networkLimits = limits({
  https: time(2000, 'For the host of a new site to answer over HTTPS'),
  identityProvider: time(10_000, 'For each request to an identity provider (409)'),
  identityReply: bytes(512 * 1024, 'A reply of an identity provider (409)'),
})

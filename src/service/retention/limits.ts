import { bytes, count, day, limits, time } from '../../shared/limit.ts'

export const retentionLimits = limits({
  bytes: bytes(4 * 2 ** 20, 'Details and screenshots deleted in one step, unless a single sample has more'),
  read: count(200, 'Accounts, monitors or sites that one query looks through'),
  searched: count(2000, 'Samples that one query looks through for the last one at a location'),
  freedPages: count(200, 'Pages of the embedded database given back to the file system in one step'),
  events: count(100_000, 'Events of an account; beyond that, the oldest go before their time'),
  ownerlessSamples: time(14 * day, 'Samples of sites without an owner'),
  ownerlessDetails: time(day, 'Details and screenshots of sites without an owner'),
})

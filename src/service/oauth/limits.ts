import { count, limits, rate, time } from '../../shared/limit.ts'

export const oauthLimits = limits({
  exchanges: rate(60, 300, 'Codes of applications that an address exchanges (429)'),
  grants: rate(60, 3600, 'Applications that somebody allows (429)'),
  keysOfPerson: count(
    10,
    'Keys of applications that a person has allowed at a partner or an account; with one more, the one used least recently ends',
  ),
  code: time(60_000, 'The code of an application; then it is over'),
  redirects: count(10, 'Addresses to which an application can send browsers'),
})

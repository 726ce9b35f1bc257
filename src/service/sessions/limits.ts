import { bytes, characters, count, day, limits, time } from '../../shared/limit.ts'

export const sessionLimits = limits({
  idle: time(12 * 3_600_000, 'A session without a request, unless it is to be kept; then it ends'),
  longest: time(30 * day, 'A session; then it ends'),
  byLink: time(12 * 3_600_000, 'A session that a partner’s link began; then it ends'),
  cookie: bytes(4096, 'The cookie of a single sign-on; with a longer address it leads to the first page'),
  signOn: time(10 * 60_000, 'Single sign-on, from its beginning to its end'),
  sessions: count(
    20,
    'Sessions of a person, or of a key, and as many of a person by links; with one more, the one that was used least recently ends',
  ),
  browser: characters(60, "A browser's name in the list of sessions"),
})

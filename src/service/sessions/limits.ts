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
  pending: time(5 * 60_000, 'A sign-in that waits for a second factor or a passkey; then it is over'),
  tries: count(5, 'Codes that are tried in a sign-in; then it begins again (401)'),
  pendingOfPerson: count(5, 'Sign-ins of a person that wait for a second factor; with one more, the oldest is over'),
  pendingOfAnybody: count(2000, 'Sign-ins with a passkey that were begun; with one more, the oldest is over'),
  knownBrowsers: count(
    20,
    'Browsers of a person that are remembered; with one more, the one used least recently is forgotten',
  ),
  knownBrowser: time(400 * day, 'A browser that is remembered, without a sign-in'),
  browser: characters(60, "A browser's name in the list of sessions"),
})

import { bytes, characters, count, day, limits, time } from '../../shared/limit.ts'

export const mailLimits = limits({
  connect: time(10_000, 'For it to accept a connection'),
  greeting: time(10_000, 'For its greeting'),
  silence: time(20_000, 'For each of its replies'),
  reply: bytes(16 * 1024, 'One reply; a longer one ends the attempt'),
  attempt: time(30_000, 'Before another process takes over an email that one is sending'),
  batch: count(50, 'Emails sent in a row'),
  reason: characters(300, 'Its reply in the log; the rest is cut'),
  generatedPassword: time(
    14 * day,
    'The password of a welcome email, from when it is sent; then it doesn’t sign in (409)',
  ),
})

import { count, day, limits, rate, time } from '../../shared/limit.ts'
import { peopleLimits } from '../../contract/index.ts'

export const personLimits = limits({
  signIns: rate(10, 900, 'Failed sign-ins with an email address from one network (429)'),
  signInsAnywhere: rate(
    100,
    3600,
    'Failed sign-ins with an email address from everywhere, until it has a new password (429)',
  ),
  signInsOfAddress: rate(30, 300, 'Failed sign-ins from one network (429)'),
  sessions: rate(60, 3600, 'Sessions that a person, or a key, begins (429)'),
  codes: rate(30, day / 1000, 'Wrong codes of an authenticator app (429)'),
  passkeys: rate(60, 300, 'Sign-ins with a passkey that an address begins (429)'),
  resets: rate(3, 3600, 'Links for a new password that an email address is sent (429)'),
  resetsOfAddress: rate(20, 3600, 'Such links that an address asks for (429)'),
  links: rate(60, 300, 'Links that are tried from an address (429)'),
  signInLinks: rate(60, 3600, 'Links that sign in the holder of an account (429)'),
  invitations: rate(60, 3600, 'Invitations that a partner or an account sends, repeated ones included (429)'),
  invitationsTo: rate(5, day / 1000, 'Invitations that an email address is sent (429)'),
  people: count(peopleLimits.people, 'People of a partner, or of an account (409)'),
  openInvitations: count(peopleLimits.invitations, 'Open invitations of a partner, or of an account (409)'),
  invitation: time(7 * day, 'An invitation; then it expires'),
  signInLink: time(60_000, 'A link that signs in; then it expires'),
  signOns: rate(60, 300, 'Single sign-ons that an address begins or finishes (429)'),
  domains: count(50, 'Domains of a partner’s single sign-on'),
  reset: time(30 * 60_000, 'A link for a new password; then it expires'),
})

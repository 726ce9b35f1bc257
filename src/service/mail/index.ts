export { mailLimits } from './limits.ts'
export { dropMail, hurryMail, Mailer, queuePersonMail, queueWelcomeMail, releaseMail, welcomeMailOf } from './mailer.ts'
export {
  accessLetter,
  addressChangedLetter,
  factorLetter,
  invitationLetter,
  newBrowserLetter,
  passwordChangedLetter,
  recoveryCodeLetter,
  resetLetter,
} from './person-letters.ts'
export { mailTransport } from './transport.ts'
export { bodyOf, type Foot, type Message } from './message.ts'

export { mailLimits } from './limits.ts'
export { hurryMail, queueWelcomeMail, Mailer, releaseMail, welcomeMailOf } from './mailer.ts'
export { mailTransport } from './transport.ts'
export { bodyOf, type Foot, type Message } from './message.ts'

export { hurryMail, queueWelcomeMail, Mailer, releaseMail, welcomeMailOf } from './mailer.ts'
export { mailTransport } from './transport.ts'

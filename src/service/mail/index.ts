export { queueWelcomeMail, Mailer, releaseMail } from './mailer.ts'
export { mailTransport } from './transport.ts'

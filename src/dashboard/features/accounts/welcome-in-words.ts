import { plural } from '../../kit/format/format.ts'

interface WelcomeEmail {
  readonly state: string
  readonly attempts: number
}

const contents = 'It tells your customer how to sign in, but not the API key: give them that yourself if they need it.'

/**
 * Whether the account holder has been sent the welcome email, and what it says.
 * @param sentTo the address it was sent to, if that's known: the account's may have changed since
 */
export function welcomeInWords({ state, attempts }: WelcomeEmail, email: string, sentTo?: string): string {
  switch (state) {
    case 'sent':
      return `Sent${sentTo === undefined ? '' : ` to ${sentTo}`}. ${contents}`
    case 'held':
      return `Not sent yet: it waits until you change the account’s email address. ${contents}`
    default:
      return attempts === 0
        ? `On its way to ${email}. ${contents}`
        : // the last of them may be under way
          `Not sent to ${email} yet, ${plural(attempts, 'attempt')} so far. The service keeps trying. ${contents}`
  }
}

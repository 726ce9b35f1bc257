import type { Letter } from '../world/world.ts'
import { bodyOf } from './message.ts'

interface Welcome {
  readonly email: string
  readonly name: string
  readonly accountId: string
  readonly password: string
  readonly dashboard: string
}

/** The welcome email. It contains the password, which is in no other message, and never the API key. */
export function welcomeLetter({ email, name, accountId, password, dashboard }: Welcome): Letter {
  return {
    to: email,
    subject: 'Your Site Performance account',
    ...bodyOf({
      title: `Hello ${name}, your Site Performance account is ready.`,
      blocks: [
        { is: 'facts', rows: [['Account ID', accountId]] },
        {
          is: 'words',
          text: 'To sign in, enter this ID and your API key. Your hosting provider has the key and gives it to you.',
        },
        { is: 'link', label: 'Open the dashboard', url: dashboard, isAction: true },
        { is: 'facts', rows: [['Password', password]] },
        {
          is: 'words',
          text: 'The password opens nothing yet: you’ll need it once you can sign in by email. Keep it safe, it won’t be sent again.',
        },
      ],
    }),
  }
}

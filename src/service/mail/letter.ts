import type { Letter } from '../world/world.ts'

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
    text: `Hello ${name},

Your Site Performance account is ready.

  Dashboard:  ${dashboard}
  Account ID: ${accountId}

To sign in, enter this ID and your API key. Your hosting provider has the key and gives it to you.

  Password:   ${password}

The password opens nothing yet: you'll need it once you can sign in by email. Keep it safe, it won't be sent again.
`,
  }
}

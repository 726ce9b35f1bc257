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
  Password:   ${password}

Sign in to the dashboard with your account ID and API key. Ask your hosting provider for the key.
The dashboard doesn't ask for the password. Keep it safe: it won't be sent again.
`,
  }
}

import type { Letter } from '../world.ts'

interface Welcome {
  readonly email: string
  readonly name: string
  readonly userId: string
  readonly password: string
  readonly dashboard: string
}

/** What a new account holder is told: the password once, and never the API key. */
export function welcomeLetter({ email, name, userId, password, dashboard }: Welcome): Letter {
  return {
    to: email,
    subject: 'Your Site Performance account',
    text: `Hello ${name},

an account has been made for you.

  Dashboard:  ${dashboard}
  User id:    ${userId}
  Password:   ${password}

Sign in to the dashboard with your user id and your API key. Your hosting partner can tell you the key.
Keep the password: it is told in this mail only.
`,
  }
}

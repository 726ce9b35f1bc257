import type { Letter } from '../world/world.ts'
import { mailLimits } from './limits.ts'
import { bodyOf } from './message.ts'

interface Welcome {
  readonly email: string
  readonly name: string
  readonly accountId: string
  readonly password: string
  readonly dashboard: string
  /** Whether browsers can sign in with the password. */
  readonly hasSessions: boolean
}

const passwordDays = mailLimits.generatedPassword / 86_400_000

/** The welcome email. It contains the password, which is in no other message, and never the API key. */
export function welcomeLetter({ email, name, accountId, password, dashboard, hasSessions }: Welcome): Letter {
  const byPassword = [
    { is: 'words', text: 'Sign in with your email address and this password. You’ll choose your own first.' },
    {
      is: 'facts',
      rows: [
        ['Email', email],
        ['Password', password],
      ],
    },
    {
      is: 'words',
      text: `The password works for ${passwordDays} days. After that, choose “Forgot your password?” where you sign in, or ask your hosting provider to send this mail again.`,
    },
  ] as const
  const byKey = [
    {
      is: 'words',
      text: 'To sign in, enter this ID and your API key. Your hosting provider has the key and gives it to you.',
    },
  ] as const
  return {
    to: email,
    subject: 'Your Site Performance account',
    ...bodyOf({
      title: `Hello ${name}, your Site Performance account is ready.`,
      blocks: [
        ...(hasSessions ? byPassword : byKey),
        { is: 'link', label: 'Open the dashboard', url: dashboard, isAction: true },
        { is: 'facts', rows: [['Account ID', accountId]] },
        ...(hasSessions
          ? [
              {
                is: 'words',
                text: 'The account ID is for programs, with the API key that your hosting provider gives you.',
              } as const,
            ]
          : []),
      ],
    }),
  }
}

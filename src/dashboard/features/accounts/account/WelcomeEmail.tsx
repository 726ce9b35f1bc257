import { useState } from 'react'
import type { ReadOf, readAccount } from '../../../../contract/index.ts'
import { sendWelcome } from '../reads.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { confirm } from '../../../kit/dialogs/confirm.ts'
import { toast } from '../../../kit/feedback/toast.ts'
import { welcomeInWords } from '../welcome-in-words.ts'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'

interface Props {
  partner: string
  account: ReadOf<typeof readAccount>
}

/** Whether the account holder has been sent the welcome email, and a way to send it. Nothing if the service doesn't say. */
export function WelcomeEmail({ partner, account }: Props) {
  const { welcome_email: mail, email } = account
  const [sentAt, setSentAt] = useState<number | null>(null)
  if (!mail) return null
  const isSent = mail.state === 'sent'
  const send = () =>
    confirm({
      title: isSent ? `Send the welcome email to ${email} again?` : `Send the welcome email to ${email} now?`,
      body: isSent
        ? 'A holder who hasn’t chosen a password gets a new one, and the one mailed before stops working. Others are told where to sign in, or invited again. The API key stays the same.'
        : 'It tells your customer how to sign in.',
      verb: isSent ? 'Send again' : 'Send now',
      action: async () => {
        const sent = await sendWelcome(partner, account.id)
        setSentAt(Date.now())
        toast(`Welcome email on its way to ${sent.email}`)
      },
    })
  return (
    <Panel
      title="Welcome email"
      actions={
        <ReasonButton does="accounts.sendWelcome" variant="default" onClick={send}>
          {isSent ? 'Send again…' : 'Send now…'}
        </ReasonButton>
      }
    >
      <p>
        {welcomeInWords(mail, email)}
        {sentAt !== null && (
          <>
            {' '}
            Last sent by you: <Time at={sentAt} />.
          </>
        )}
      </p>
    </Panel>
  )
}

import { Button } from '@mantine/core'
import type { ReadOf, readAccount } from '../../../../contract/index.ts'
import { sendWelcome } from '../../../api/accounts.ts'
import { Panel } from '../../../components/Panel.tsx'
import { plural } from '../../../format/format.ts'
import { confirm } from '../../../stores/confirm.ts'
import { toast } from '../../../stores/toast.ts'

interface Props {
  partner: string
  account: ReadOf<typeof readAccount>
}

/** Whether the account holder has been sent the welcome email, and a way to send it. Nothing if the service doesn't say. */
export function WelcomeEmail({ partner, account }: Props) {
  const { welcome_email: mail, email } = account
  if (!mail) return null
  const isSent = mail.state === 'sent'
  const send = () =>
    confirm({
      title: isSent ? `Send the welcome email to ${email} again?` : `Send the welcome email to ${email} now?`,
      body: isSent
        ? 'It contains a new password. The account’s old password stops working. The API key stays the same.'
        : 'It contains the account ID and a password.',
      verb: isSent ? 'Send again' : 'Send now',
      action: async () => {
        const sent = await sendWelcome(partner, account.id)
        toast(`Welcome email on its way to ${sent.email}`)
      },
    })
  return (
    <Panel
      title="Welcome email"
      actions={
        <Button variant="default" onClick={send}>
          {isSent ? 'Send again…' : 'Send now…'}
        </Button>
      }
    >
      <p>{statusOf(mail)}</p>
    </Panel>
  )
}

function statusOf({ state, attempts }: { readonly state: string; readonly attempts: number }): string {
  switch (state) {
    case 'sent':
      return 'Sent. It has the account ID and a password, but not the API key.'
    case 'held':
      return 'Not sent yet: it waits until you change the account’s email address.'
    default:
      return attempts === 0
        ? 'About to be sent.'
        : `Couldn’t be sent in ${plural(attempts, 'attempt')}. The service keeps trying.`
  }
}

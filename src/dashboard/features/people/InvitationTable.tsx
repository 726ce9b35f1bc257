import type { InvitationRecord } from '../../../contract/index.ts'
import type { AnyScope } from '../../api/scope.ts'
import { MoreMenu } from '../../kit/actions/MoreMenu.tsx'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { resend, withdraw } from './reads.ts'
import { roleName } from './roles.ts'

interface Props {
  scope: AnyScope
  invitations: readonly InvitationRecord[]
}

/** Who is invited and hasn't accepted yet. */
export function InvitationTable({ scope, invitations }: Props) {
  const columns: readonly Column<InvitationRecord>[] = [
    {
      id: 'email',
      header: 'Email',
      grows: true,
      phone: 'title',
      cell: ({ email, invited_by }) => (
        <Stacked below={invited_by === null ? null : `Invited by ${invited_by}`}>
          <Breakable text={email || 'Whoever has the link'} />
        </Stacked>
      ),
    },
    { id: 'role', header: 'Role', phone: 'line', cell: ({ role }) => roleName(role) },
    { id: 'sent', header: 'Sent', cell: ({ created_at }) => <Time at={created_at} stacked /> },
    {
      id: 'ends',
      header: 'Works until',
      phone: 'end',
      cell: ({ expires_at }) => <Time at={expires_at} planned stacked />,
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      buttons: true,
      phone: 'aside',
      cell: (invitation) => (
        <MoreMenu
          label={`More about the invitation of ${whom(invitation)}`}
          items={[
            invitation.email === ''
              ? { label: 'Send again…', disabledReason: 'It has no email address: the operator handed its link over.' }
              : { label: 'Send again…', does: 'invitations.resend', onSelect: () => askToResend(scope, invitation) },
            {
              label: 'Withdraw…',
              isDanger: true,
              does: 'invitations.withdraw',
              onSelect: () => askToWithdraw(scope, invitation),
            },
          ]}
        />
      ),
    },
  ]
  return <DataTable label="Open invitations" columns={columns} rows={invitations} rowKey={({ id }) => id} />
}

/** The operator's first invitation has no address. */
const whom = ({ email }: InvitationRecord) => email || 'whoever has the link'

function askToResend(scope: AnyScope, { id, email }: InvitationRecord): void {
  confirm({
    title: `Send the invitation to ${email} again?`,
    body: 'The mail has a new link, which works for 7 days. The old one stops working.',
    verb: 'Send again',
    action: async () => {
      await resend(scope, id)
      toast(`Invitation on its way to ${email}`)
    },
  })
}

function askToWithdraw(scope: AnyScope, invitation: InvitationRecord): void {
  confirm({
    title: `Withdraw the invitation of ${whom(invitation)}?`,
    body: 'Its link stops working. Nobody is told.',
    verb: 'Withdraw',
    danger: true,
    action: async () => {
      await withdraw(scope, invitation.id)
      toast('Invitation withdrawn')
    },
  })
}

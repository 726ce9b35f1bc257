import { useNavigate } from 'react-router'
import { asRole, type PersonRecord } from '../../../contract/index.ts'
import { withArticle } from '../../../words/roles.ts'
import type { AnyScope } from '../../api/scope.ts'
import { MoreMenu, type MenuItem } from '../../kit/actions/MoreMenu.tsx'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Tag } from '../../kit/marks/Badge.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { paths } from '../../paths.ts'
import { changeRole, remove } from './reads.ts'
import { RoleField } from './RoleField.tsx'
import { roleName } from './roles.ts'

interface Props {
  scope: AnyScope
  people: readonly PersonRecord[]
}

/** Those who belong to an account or a partner. */
export function PeopleTable({ scope, people }: Props) {
  const navigate = useNavigate()
  if (people.length === 0) {
    return (
      <EmptyState title="Nobody yet">
        So far only the API key opens {scope.kind === 'partner' ? 'the partner' : 'this account'}. Invite people, so
        that each has a role and a password of their own.
      </EmptyState>
    )
  }
  const owners = people.filter(({ role }) => role === 'owner')
  const isLastOwner = (person: PersonRecord) => person.role === 'owner' && owners.length === 1
  const items = (person: PersonRecord): readonly MenuItem[] => {
    if (isLastOwner(person)) {
      const disabledReason = 'The last owner stays one. Make somebody else an owner first.'
      return [
        { label: 'Change role…', disabledReason },
        { label: person.you ? 'Leave…' : 'Remove…', disabledReason },
      ]
    }
    return [
      { label: 'Change role…', does: 'people.setRole', onSelect: () => askForRole(scope, person) },
      {
        label: person.you ? 'Leave…' : 'Remove…',
        isDanger: true,
        does: 'people.remove',
        onSelect: () => askToRemove(scope, person, () => void navigate(paths.home())),
      },
    ]
  }
  const columns: readonly Column<PersonRecord>[] = [
    {
      id: 'name',
      header: 'Name',
      grows: true,
      phone: 'title',
      cell: ({ name, email, you }) => (
        <Stacked below={<Breakable text={email} />}>
          <strong>{name}</strong> {you && <Tag>You</Tag>}
        </Stacked>
      ),
    },
    { id: 'role', header: 'Role', phone: 'line', cell: ({ role }) => roleName(role) },
    {
      id: 'seen',
      header: 'Last seen',
      hint: scope.kind === 'partner' ? 'To the minute.' : 'In this account, to the minute.',
      phone: 'end',
      cell: ({ last_seen_at }) => <Time at={last_seen_at} never="Never" stacked />,
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      buttons: true,
      phone: 'aside',
      cell: (person) => <MoreMenu label={`More about ${person.name}`} items={items(person)} />,
    },
  ]
  return <DataTable label="People" columns={columns} rows={people} rowKey={({ id }) => id} />
}

function askForRole(scope: AnyScope, { id, name, role, you }: PersonRecord): void {
  let chosen = asRole(role)
  confirm({
    title: you ? 'Change your role?' : `Change the role of ${name}?`,
    body: (
      <>
        {you && 'You may not be able to take this back yourself. '}
        It applies from the next request on.
        <RoleField label="Role" initial={chosen} onChange={(next) => (chosen = next)} />
      </>
    ),
    verb: 'Change role',
    danger: you,
    action: async () => {
      if (chosen === role) return
      await changeRole(scope, id, chosen)
      toast(`${you ? 'You are' : `${name} is`} ${withArticle(chosen)} now`)
    },
  })
}

function askToRemove(scope: AnyScope, { id, name, email, you, role }: PersonRecord, onLeft: () => void): void {
  const place = scope.kind === 'partner' ? 'the partner and all its accounts' : 'this account'
  confirm({
    title: you ? 'Leave?' : `Remove ${name}?`,
    body: you
      ? `You lose access to ${place} at once. Somebody who stays can invite you again.`
      : `${email} loses access to ${place} at once. What ${name} has done stays in the log. Somebody who belongs nowhere else is deleted, with all their sessions.${role === 'owner' ? ' An API key that an owner has copied still works: replace it if need be.' : ''}`,
    verb: you ? 'Leave' : 'Remove',
    danger: true,
    action: async () => {
      await remove(scope, id)
      toast(you ? 'You have left' : `${name} removed`)
      if (you) onLeft()
    },
  })
}

import { Button } from '@mantine/core'
import { endOtherSessions, endSession, type SessionRecord, type SignInMethod } from '../../../contract/index.ts'
import { change } from '../../api/change.ts'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Badge } from '../../kit/marks/Badge.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { signOut } from '../sign-in/sign-out.ts'

interface Props {
  sessions: readonly SessionRecord[]
  /** They are those of a key, and so of whoever has it. */
  ofKey: boolean
}

const nameOf = ({ browser }: SessionRecord) => browser ?? 'Unknown browser'

const methodNames: Readonly<Record<SignInMethod, string>> = {
  password: 'With a password',
  passkey: 'With a passkey',
  key: 'With an API key',
  sign_on: 'By single sign-on',
  link: 'By a link of your host',
}

const isKnown = (method: string): method is SignInMethod => Object.hasOwn(methodNames, method)

/** How somebody signed in; a way that only a newer service knows is shown unchanged. */
function methodName({ method }: SessionRecord): string {
  return isKnown(method) ? methodNames[method] : method
}

/** Where somebody is signed in. */
export function SessionTable({ sessions, ofKey }: Props) {
  const columns: readonly Column<SessionRecord>[] = [
    {
      id: 'browser',
      header: 'Browser',
      grows: true,

      cell: (one) => (
        <Stacked below={`${methodName(one)} · ${one.kept ? 'Stays signed in' : 'Until the browser is closed'}`}>
          {nameOf(one)} {one.current && <Badge>This browser</Badge>}
        </Stacked>
      ),
    },
    { id: 'address', header: 'Address', cell: ({ address }) => address },
    {
      id: 'since',
      header: 'Since',
      cell: ({ created_at }) => <Time at={created_at} stacked />,
    },
    {
      id: 'seen',
      header: 'Last seen',
      hint: 'To the minute.',
      cell: ({ last_seen_at, current }) => (current ? 'Now' : <Time at={last_seen_at} stacked />),
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      buttons: true,
      cell: (one) => <End one={one} />,
    },
  ]
  return (
    <>
      {ofKey && <p>These are the sessions of everybody who signed in with the same key.</p>}
      <DataTable label="Sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} explainsOnPhone={false} />
    </>
  )
}

function End({ one }: { one: SessionRecord }) {
  if (one.current) {
    return (
      <Button variant="default" onClick={() => void signOut()}>
        Sign out
      </Button>
    )
  }
  const ask = () =>
    confirm({
      title: `End the session in ${nameOf(one)}?`,
      body: `Whoever works there, at ${one.address}, has to sign in again.`,
      verb: 'End session',
      danger: true,
      action: async () => {
        await change(endSession, { path: { session_id: one.id } })
        toast('Session ended')
      },
    })
  return (
    <Button variant="default" onClick={ask} aria-label={`End session in ${nameOf(one)}…`}>
      End session…
    </Button>
  )
}

interface EndOthersProps {
  count: number
  ofKey: boolean
}

export function EndOthers({ count, ofKey }: EndOthersProps) {
  const ask = () =>
    confirm({
      title: 'End all other sessions?',
      body: `${count === 1 ? 'One other session ends' : `${count} other sessions end`}, whatever is open there. ${ofKey ? 'Whoever has the key can sign in again.' : 'You stay signed in here.'}`,
      verb: 'End all others',
      danger: true,
      action: async () => {
        const { ended } = await change(endOtherSessions, {})
        toast(ended === 1 ? 'One session ended' : `${ended} sessions ended`)
      },
    })
  return (
    <Button variant="default" onClick={ask}>
      End all others…
    </Button>
  )
}

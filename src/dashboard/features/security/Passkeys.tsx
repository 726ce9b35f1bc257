import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  addPasskey,
  beginPasskey,
  type Factors,
  type PasskeyRecord,
  removePasskey,
  renamePasskey,
} from '../../../contract/index.ts'
import { changeFactors } from './change-factors.ts'
import { call } from '../../api/client.ts'
import { MoreMenu } from '../../kit/actions/MoreMenu.tsx'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { reasonOf, titleAfterChange } from '../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { makePasskey, passkeyProblem, whyNoPasskeys } from '../sign-in/passkey.ts'
import { whenProved } from './prove.tsx'

interface Props {
  factors: Factors
  /** Whether the service takes passkeys at this address. */
  takesPasskeys: boolean
}

/** Passkeys in place of the password. */
export function Passkeys({ factors, takesPasskeys }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const add = async () => {
    setProblem(null)
    setIsBusy(true)
    try {
      const { options } = await call(beginPasskey, { body: { purpose: 'add' } })
      const passkey = await makePasskey(options)
      await changeFactors(addPasskey, { body: { name: `Passkey ${factors.passkeys.length + 1}`, passkey } })
      toast('Passkey added')
    } catch (error) {
      setProblem(passkeyProblem(error) ?? `${titleAfterChange(error, 'The passkey wasn’t added.')} ${reasonOf(error)}`)
    } finally {
      setIsBusy(false)
    }
  }
  const columns: readonly Column<PasskeyRecord>[] = [
    { id: 'name', header: 'Name', grows: true, cell: ({ name }) => <strong>{name}</strong> },
    { id: 'since', header: 'Added', cell: ({ created_at }) => <Time at={created_at} stacked /> },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ last_used_at }) => <Time at={last_used_at} never="Never" stacked />,
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      buttons: true,
      cell: (one) => (
        <MoreMenu
          label={`More about ${one.name}`}
          items={[
            { label: 'Rename…', onSelect: () => askForName(one) },
            { label: 'Remove…', isDanger: true, onSelect: () => whenProved(factors, () => askToRemove(one)) },
          ]}
        />
      ),
    },
  ]
  return (
    <Panel
      title="Passkeys"
      bare={factors.passkeys.length > 0}
      actions={
        takesPasskeys && (
          <ReasonButton
            variant="default"
            loading={isBusy}
            disabledReason={whyNoPasskeys()}
            onClick={() => whenProved(factors, () => void add())}
          >
            Add a passkey…
          </ReasonButton>
        )
      }
    >
      {problem !== null && (
        <Notice tone="critical" urgent>
          {problem}
        </Notice>
      )}
      {factors.passkeys.length === 0 ? (
        <p>
          Sign in with your fingerprint, face or PIN in place of the password. With one, the password alone no longer
          opens anything.
        </p>
      ) : (
        <DataTable label="Passkeys" columns={columns} rows={factors.passkeys} rowKey={({ id }) => id} />
      )}
    </Panel>
  )
}

function askForName({ id, name }: PasskeyRecord): void {
  let next = name
  confirm({
    title: `Rename ${name}`,
    body: (problems) => (
      <TextInput
        name="name"
        label="Name"
        defaultValue={name}
        maxLength={60}
        error={problems['name']}
        onChange={(event) => (next = event.currentTarget.value)}
      />
    ),
    verb: 'Rename',
    action: async () => {
      if (next !== name) await changeFactors(renamePasskey, { path: { passkey_id: id }, body: { name: next } })
    },
  })
}

function askToRemove({ id, name }: PasskeyRecord): void {
  confirm({
    title: `Remove ${name}?`,
    body: 'It no longer signs you in, and your other sessions end. Recovery codes go with the last factor.',
    verb: 'Remove',
    danger: true,
    action: async () => {
      await changeFactors(removePasskey, { path: { passkey_id: id } })
      toast('Passkey removed. Your other sessions have ended.')
    },
  })
}

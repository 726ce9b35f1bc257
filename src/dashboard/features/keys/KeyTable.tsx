import type { KeyRecord } from '../../../contract/index.ts'
import type { AnyScope } from '../../api/scope.ts'
import { MoreMenu, type MenuItem } from '../../kit/actions/MoreMenu.tsx'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Tag } from '../../kit/marks/Badge.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { roleName } from '../people/roles.ts'
import { OverlapField } from './OverlapField.tsx'
import { end, rotate, type ShownKey } from './reads.ts'

interface Props {
  scope: AnyScope
  keys: readonly KeyRecord[]
  onRotated: (shown: ShownKey) => void
}

/** The keys of an account or a partner, the main one first. */
export function KeyTable({ scope, keys, onRotated }: Props) {
  const items = (key: KeyRecord): readonly MenuItem[] => [
    key.application !== null
      ? { label: 'Rotate…', disabledReason: 'The application wouldn’t learn the new key. End it instead.' }
      : key.state === 'expired'
        ? { label: 'Rotate…', disabledReason: 'It has expired. Create another key instead.' }
        : { label: 'Rotate…', does: 'keys.rotate', onSelect: () => askToRotate(scope, key, onRotated) },
    key.main
      ? { label: 'End…', disabledReason: 'The main key can’t be ended, only rotated.' }
      : { label: 'End…', isDanger: true, does: 'keys.end', onSelect: () => askToEnd(scope, key) },
  ]
  const columns: readonly Column<KeyRecord>[] = [
    {
      id: 'name',
      header: 'Name',
      grows: true,
      cell: ({ name, main, current, application, created_by: by }) => (
        <Stacked below={main ? mainMeaning(scope) : madeBy(by, application !== null)}>
          <strong>
            <Breakable text={name} />
          </strong>{' '}
          {current && <Tag>In use here</Tag>}
        </Stacked>
      ),
    },
    { id: 'role', header: 'Role', cell: ({ role }) => roleName(role) },
    ...(scope.kind === 'partner'
      ? []
      : [
          {
            id: 'sites',
            header: 'Sites',
            names: true,
            cell: ({ sites }: KeyRecord) => <Sites sites={sites} />,
          } as const,
        ]),
    {
      id: 'used',
      header: 'Last used',
      hint: 'To the minute, with the address of the client.',
      cell: ({ last_used_at: at, last_used_from: from }) => (
        <Stacked below={from === null ? null : <Breakable text={from} />}>
          {at === null ? 'Never' : <Time at={at} agoOnly />}
        </Stacked>
      ),
    },
    {
      id: 'state',
      header: 'State',
      cell: (key) => <State of={key} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      buttons: true,
      cell: (key) => <MoreMenu label={`More about ${key.name}`} items={items(key)} />,
    },
  ]
  return <DataTable label="Keys" columns={columns} rows={keys} rowKey={({ id }) => id} explainsOnPhone={false} />
}

function madeBy(by: string | null, isApplication: boolean): string | null {
  if (isApplication) return by === null ? 'Application' : `Application, allowed by ${by}`
  return by === null ? null : `Created by ${by}`
}

function mainMeaning({ kind }: AnyScope): string {
  return kind === 'partner' ? 'The partner’s own key' : 'The account’s API key'
}

const namedSites = 2

function Sites({ sites }: { sites: KeyRecord['sites'] }) {
  if (sites === null) return 'All'
  if (sites.length === 0) return 'None any more'
  const more = sites.length - namedSites
  return (
    <Stacked below={more > 0 ? `and ${more} more` : null}>
      {sites.slice(0, namedSites).map(({ id, host }) => (
        <div key={id}>
          <Breakable text={host} />
        </div>
      ))}
    </Stacked>
  )
}

function State({ of: { state, ends_at: endsAt, previous } }: { of: KeyRecord }) {
  const isOver = state === 'expired'
  const shown = state === 'active' ? 'Active' : isOver ? 'Expired' : state
  const until = endsAt !== null && (
    <>
      {isOver ? 'Since ' : 'Until '}
      <Time at={endsAt} planned withoutAgo withoutZone />
    </>
  )
  return (
    <>
      <Stacked below={until || null}>{shown}</Stacked>
      {previous && (
        <div>
          <Stacked
            below={
              previous.last_used_at === null ? (
                'Never used'
              ) : (
                <>
                  Last used <Time at={previous.last_used_at} agoOnly /> from {previous.last_used_from}
                </>
              )
            }
          >
            Old key works until <Time at={previous.ends_at} planned withoutAgo withoutZone />
          </Stacked>
        </div>
      )}
    </>
  )
}

function askToRotate(scope: AnyScope, key: KeyRecord, onRotated: (shown: ShownKey) => void): void {
  let hours = key.last_used_at === null ? 0 : 24
  confirm({
    title: `Rotate ${key.name}?`,
    body: (
      <>
        It gets a new secret, which is shown once. Give it to whoever uses the key; meanwhile the list shows whether the
        old one is still used.
        {key.previous && ' The key before it, which still works, is refused at once.'}
        <OverlapField initial={hours} onChange={(next) => (hours = next)} />
      </>
    ),
    verb: 'Rotate',
    action: async () => {
      onRotated(await rotate(scope, key, hours))
      toast(`${key.name} rotated`)
    },
  })
}

function askToEnd(scope: AnyScope, key: KeyRecord): void {
  confirm({
    title: `End ${key.name}?`,
    body: (
      <>
        Scripts and applications that use it are refused at once, and whoever signed in with it is signed out. It can’t
        be undone.{' '}
        {key.last_used_at === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Time at={key.last_used_at} agoOnly /> from {key.last_used_from}.
          </>
        )}
      </>
    ),
    verb: 'End key',
    danger: true,
    action: async () => {
      await end(scope, key.id)
      toast(`${key.name} ended`)
    },
  })
}

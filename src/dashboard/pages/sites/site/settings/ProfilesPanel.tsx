import { listProfiles, readProfile, readTod, type ReadOf } from '../../../../../contract/index.ts'
import { q } from '../../../../api/queries.ts'
import { Choice } from '../../../../components/Choice.tsx'
import { DataTable, type Column } from '../../../../components/DataTable.tsx'
import { Verdict } from '../../../../components/Mark.tsx'
import { EmptyCell } from '../../../../components/Measured.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { plural } from '../../../../format/format.ts'
import { Read } from '../../../../components/Read.tsx'
import { RecordView } from '../../../../components/RecordView.tsx'
import { Toolbar } from '../../../../components/Toolbar.tsx'
import { useAddress, withParam } from '../../../../hooks/use-address.ts'
import { compare, type Difference } from './compare.ts'
import classes from './settings.module.css'

type Profiles = ReadOf<typeof listProfiles>
type Profile = Profiles[number]

interface Props {
  siteId: string
  user: string
}

export function profilesOf({ siteId, user }: Props) {
  return q(listProfiles, { path: { site_id: siteId }, query: { user_id: user } })
}

/** A site's profiles: each whole, or two side by side with the tod of each. */
export function ProfilesPanel({ siteId, user }: Props) {
  return (
    <Panel title="Profiles">
      <Read query={profilesOf({ siteId, user })} what="the profiles">
        {(profiles) => <Profiles profiles={profiles} siteId={siteId} user={user} />}
      </Read>
    </Panel>
  )
}

function Profiles({ profiles, siteId, user }: Props & { profiles: Profiles }) {
  const known = profiles.filter((one): one is Profile & { readonly id: string } => one.id !== undefined)
  const [first, second] = known
  if (first && second) return <SideBySide profiles={known} siteId={siteId} user={user} />
  if (profiles.length === 0) return <p className={classes.hint}>The service reports no profile.</p>
  return (
    <>
      {profiles.map((profile, i) => (
        <RecordView key={profile.id ?? i} value={profile.raw} what={`profile ${profile.name ?? ''}`.trim()} />
      ))}
      {profiles.length === 1 && (
        <p className={classes.hint}>The site has one profile. With a second one, the two can be compared here.</p>
      )}
    </>
  )
}

function SideBySide({ profiles, siteId, user }: Props & { profiles: readonly (Profile & { readonly id: string })[] }) {
  const [params, setParams] = useAddress()
  const pick = (side: 'left' | 'right', place: number) => {
    const asked = params.get(side)
    return profiles.find(({ id }) => id === asked)?.id ?? profiles[place]?.id ?? ''
  }
  const sides = { left: pick('left', 0), right: pick('right', 1) }
  const choose = (side: 'left' | 'right', id: string) =>
    setParams(withParam(side, id), { replace: true, preventScrollReset: true })
  const options = profiles.map(({ id, name, default: isDefault }) => ({
    value: id,
    label: `${name ?? id}${isDefault ? ' (default)' : ''}`,
  }))
  return (
    <>
      <Toolbar>
        <Choice label="Compare" labelShown value={sides.left} options={options} onChange={(id) => choose('left', id)} />
        <Choice label="with" labelShown value={sides.right} options={options} onChange={(id) => choose('right', id)} />
      </Toolbar>
      <Read query={whole(siteId, user, sides.left)} what="the first profile">
        {(left) => (
          <Read query={whole(siteId, user, sides.right)} what="the second profile">
            {(right) => (
              <Comparison
                differences={compare(left, right)}
                names={[nameOf(options, sides.left), nameOf(options, sides.right)]}
              />
            )}
          </Read>
        )}
      </Read>
      <p className={classes.hint}>
        The service tells the rules of the default profile only; of the others it tells their record and their tod.
      </p>
    </>
  )
}

/** All that the service tells of one profile. */
function whole(siteId: string, user: string, profile: string) {
  const input = { path: { site_id: siteId, profile_id: profile }, query: { user_id: user } }
  const record = q(readProfile, input)
  const tod = q(readTod, input)
  return {
    queryKey: [`${readProfile.id}.whole`, input] as const,
    queryFn: async (context: { signal: AbortSignal }) => {
      const [one, other] = await Promise.all([record.queryFn(context), tod.queryFn(context)])
      return { profile: one.raw, tod: other.raw }
    },
  }
}

function nameOf(options: readonly { value: string; label: string }[], id: string): string {
  return options.find(({ value }) => value === id)?.label ?? id
}

function Comparison({
  differences,
  names: [left, right],
}: {
  differences: readonly Difference[]
  names: readonly [string, string]
}) {
  const columns: readonly Column<Difference>[] = [
    { id: 'field', header: 'Field', cell: ({ field }) => <code>{field}</code> },
    { id: 'left', header: left, cell: (row) => <Side value={row.left} /> },
    {
      id: 'right',
      header: right === left ? `${right}, again` : right,
      cell: (row) => <Side value={row.right} />,
    },
    {
      id: 'same',
      header: 'Compared',
      cell: ({ same }) => (same ? 'same' : <Verdict severity="warning">differs</Verdict>),
    },
  ]
  const count = differences.filter(({ same }) => !same).length
  return (
    <>
      <p role="status">{count === 0 ? 'They say the same.' : `They differ in ${plural(count, 'field')}.`}</p>
      <DataTable label="Two profiles side by side" columns={columns} rows={differences} rowKey={({ field }) => field} />
    </>
  )
}

function Side({ value }: { value: string | undefined }) {
  return value === undefined ? (
    <EmptyCell why="not a field of this profile" />
  ) : (
    <span className={classes.value}>{value}</span>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { type listProfiles, readProfile, readTod, type ReadOf } from '../../../../contract/index.ts'
import { q } from '../../../api/queries.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { plural } from '../../../kit/format/format.ts'
import { QueryPanel } from '../../../kit/reading/QueryPanel.tsx'
import { Toolbar } from '../../../kit/layout/Toolbar.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { compare, type Difference } from '../compare.ts'
import { profilesOf } from '../reads.ts'
import { Raw } from './Raw.tsx'
import { profileInWords } from './records-in-words.ts'
import classes from '../settings.module.css'

type Profiles = ReadOf<typeof listProfiles>
type Profile = Profiles[number]

interface Props {
  siteId: string
  user: string
}

/** A site's profiles. With several, two are compared, schedules included. */
export function ProfilesPanel({ siteId, user }: Props) {
  return (
    <Panel title="Profiles">
      <QueryPanel query={profilesOf(siteId, user)} what="the profiles">
        {(profiles) => <Profiles profiles={profiles} siteId={siteId} user={user} />}
      </QueryPanel>
    </Panel>
  )
}

function Profiles({ profiles, siteId, user }: Props & { profiles: Profiles }) {
  const known = profiles.filter((profile): profile is Profile & { readonly id: string } => profile.id !== undefined)
  const [first, second] = known
  if (first && second) return <SideBySide profiles={known} siteId={siteId} user={user} />
  if (profiles.length === 0) return <p className={classes.hint}>The service reports no profiles.</p>
  return (
    <>
      {profiles.map((profile, i) => (
        <div key={profile.id ?? i} className={classes.group}>
          <p>{profileInWords(profile)}</p>
          <Raw value={profile.raw} what={`profile ${profile.name ?? ''}`.trim()} />
        </div>
      ))}
      {profiles.length === 1 && (
        <p className={classes.hint}>This site has one profile. With a second one, you can compare them here.</p>
      )}
    </>
  )
}

function SideBySide({ profiles, siteId, user }: Props & { profiles: readonly (Profile & { readonly id: string })[] }) {
  const [params, setParams] = useAddress()
  const selected = (side: 'left' | 'right', fallback: number) => {
    const inAddress = params.get(side)
    return profiles.find(({ id }) => id === inAddress)?.id ?? profiles[fallback]?.id ?? ''
  }
  const sides = { left: selected('left', 0), right: selected('right', 1) }
  const choose = (side: 'left' | 'right', id: string) =>
    setParams(withParam(side, id), { replace: true, preventScrollReset: true })
  const options = profiles.map(({ id, name, default: isDefault }) => ({
    value: id,
    label: `${name ?? id}${isDefault ? ' (default)' : ''}`,
  }))
  return (
    <>
      <Toolbar>
        <Choice
          label="First profile"
          labelShown
          value={sides.left}
          options={options}
          onChange={(id) => choose('left', id)}
        />
        <Choice
          label="Second profile"
          labelShown
          value={sides.right}
          options={options}
          onChange={(id) => choose('right', id)}
        />
      </Toolbar>
      <QueryPanel query={fullProfile(siteId, user, sides.left)} what="the first profile">
        {(left) => (
          <QueryPanel query={fullProfile(siteId, user, sides.right)} what="the second profile">
            {(right) => (
              <Comparison
                differences={compare(left, right).filter(({ field }) => !isOwn(field))}
                names={[nameOf(options, sides.left), nameOf(options, sides.right)]}
              />
            )}
          </QueryPanel>
        )}
      </QueryPanel>
      <p className={classes.hint}>
        The service reports rules only for the default profile. For the others, it reports the profile and its schedule.
      </p>
    </>
  )
}

/** Everything the service reports about one profile. */
function fullProfile(siteId: string, user: string, profile: string) {
  const input = { path: { site_id: siteId, profile_id: profile }, query: { user_id: user } }
  const record = q(readProfile, input)
  const schedule = q(readTod, input)
  return {
    queryKey: [`${readProfile.id}.full`, input] as const,
    queryFn: async (context: { signal: AbortSignal }) => {
      const [details, tod] = await Promise.all([record.queryFn(context), schedule.queryFn(context)])
      return { profile: details.raw, schedule: tod.raw }
    },
  }
}

function nameOf(options: readonly { value: string; label: string }[], id: string): string {
  return options.find(({ value }) => value === id)?.label ?? id
}

/** Whether a field tells records apart rather than what they do. */
const isOwn = (field: string) => /(^|\.)(_?id|site_id|profile_id|created_at)$/.test(field)

const labels = new Map([
  ['profile.name', 'Name'],
  ['profile.default', 'Default profile'],
  ['schedule.enabled', 'Schedule'],
  ['schedule.rules', 'Schedule’s rules'],
])

/** JSON values in words. */
const values = new Map([
  ['true', 'on'],
  ['false', 'off'],
  ['[]', 'none'],
  ['null', 'none'],
])

function Comparison({
  differences,
  names: [left, right],
}: {
  differences: readonly Difference[]
  names: readonly [string, string]
}) {
  const [showsAll, setShowsAll] = useState(false)
  const columns: readonly Column<Difference>[] = [
    { id: 'field', header: 'Field', cell: ({ field }) => labels.get(field) ?? <code>{field}</code> },
    { id: 'left', header: left, cell: (row) => <Side value={row.left} /> },
    {
      id: 'right',
      header: right === left ? `${right} (again)` : right,
      cell: (row) => <Side value={row.right} />,
    },
    {
      id: 'same',
      header: 'Comparison',
      cell: ({ same }) => (same ? 'Same' : <strong>Different</strong>),
    },
  ]
  const different = differences.filter(({ same }) => !same)
  const rows = showsAll ? differences : different
  return (
    <>
      <div className={classes.line}>
        <p role="status">
          {different.length === 0
            ? 'The profiles are identical.'
            : `The profiles differ in ${different.length} of ${plural(differences.length, 'field')}.`}
        </p>
        <Button variant="subtle" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show only differences' : `Show all ${differences.length}`}
        </Button>
      </div>
      {rows.length > 0 && (
        <DataTable label="Profile comparison" columns={columns} rows={rows} rowKey={({ field }) => field} />
      )}
    </>
  )
}

function Side({ value }: { value: string | undefined }) {
  return value === undefined ? (
    <EmptyCell why="Not a field of this profile" />
  ) : (
    <span className={classes.value}>{values.get(value) ?? value}</span>
  )
}

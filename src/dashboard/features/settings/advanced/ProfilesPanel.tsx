import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type listProfiles, type listTods, readProfile, readTod, type ReadOf } from '../../../../contract/index.ts'
import { q } from '../../../api/queries.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { plural } from '../../../kit/format/format.ts'
import { QueryPanel } from '../../../kit/reading/QueryPanel.tsx'
import { Toolbar } from '../../../kit/layout/Toolbar.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { Tag } from '../../../kit/marks/Badge.tsx'
import { compare, type Difference } from '../compare.ts'
import { profilesOf, schedulesOf } from '../reads.ts'
import { Row, Rows } from '../Rows.tsx'
import { Raw } from './Raw.tsx'
import { profileInWords } from './records-in-words.ts'
import classes from '../settings.module.css'

type Profiles = ReadOf<typeof listProfiles>
type KnownProfile = Profiles[number] & { readonly id: string }

interface Props {
  siteId: string
  user: string
}

/** A site's profiles, and what each means. With several, two are compared, schedules included. */
export function ProfilesPanel({ siteId, user }: Props) {
  const { data: profiles } = useQuery(profilesOf(siteId, user))
  const { data: schedules = [] } = useQuery(schedulesOf(siteId, user))
  const known = (profiles ?? []).filter((profile): profile is KnownProfile => profile.id !== undefined)
  return (
    <>
      <Panel title="Profiles" aside="named sets of settings" bare={(profiles?.length ?? 0) > 0}>
        <QueryPanel query={profilesOf(siteId, user)} what="the profiles">
          {(all) => <Profiles profiles={all} schedules={schedules} />}
        </QueryPanel>
      </Panel>
      {known.length > 1 && <SideBySide profiles={known} siteId={siteId} user={user} />}
    </>
  )
}

function Profiles({ profiles, schedules }: { profiles: Profiles; schedules: ReadOf<typeof listTods> }) {
  if (profiles.length === 0) return <p className={classes.hint}>The service reports no profiles.</p>
  return (
    <Rows label="Profiles">
      {profiles.map((profile, i) => (
        <Row
          key={profile.id ?? i}
          title={
            <>
              {profile.name ?? `Profile ${i + 1}`}
              {profile.default && <Tag>default</Tag>}
            </>
          }
        >
          <span>
            {profileInWords(
              profile,
              schedules.find(({ profile_id }) => profile_id === profile.id),
            )}
          </span>
          <Raw value={profile.raw} what={`profile ${profile.name ?? ''}`.trim()} />
        </Row>
      ))}
    </Rows>
  )
}

function SideBySide({ profiles, siteId, user }: Props & { profiles: readonly KnownProfile[] }) {
  const [params, setParams] = useAddress()
  const selected = (side: 'left' | 'right', fallback: number) => {
    const inAddress = params.get(side)
    return profiles.find(({ id }) => id === inAddress)?.id ?? profiles[fallback]?.id ?? ''
  }
  const sides = { left: selected('left', 0), right: selected('right', 1) }
  const choose = (side: 'left' | 'right', id: string) =>
    setParams(withParam(side, id), { replace: true, preventScrollReset: true })
  const reads = [
    useQuery(fullProfile(siteId, user, profiles[0]?.id ?? '')),
    useQuery(fullProfile(siteId, user, profiles[1]?.id ?? '')),
  ]
  // what can't be read is said in the panel, and stays there while it's read again
  if (reads.some(({ data, errorUpdateCount }) => (data ? !hasSettings(data) : errorUpdateCount === 0))) return null
  const options = profiles.map(({ id, name, default: isDefault }) => ({
    value: id,
    label: `${name ?? id}${isDefault ? ' (default)' : ''}`,
  }))
  return (
    <Panel title="Compare profiles">
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
    </Panel>
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

/** Whether a profile's record says more of it than its name and when it applies. */
function hasSettings({ profile }: { readonly profile: unknown }): boolean {
  return compare({ profile }, {}).some(
    ({ field }) => field.startsWith('profile.') && !isOwn(field) && !labels.has(field),
  )
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

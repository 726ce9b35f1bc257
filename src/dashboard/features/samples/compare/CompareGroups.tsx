import type { Usual } from '../../../../contract/index.ts'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { DataTable } from '../../../kit/tables/DataTable.tsx'
import { useIsPhone } from '../../../kit/layout/use-media.ts'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { duration, fullNumber, signed } from '../../../kit/format/format.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { sizeChange } from './difference.ts'
import { groupsOf, type GroupChange, type RequestChange } from './request-changes.ts'
import { AboutTheSame, type Letters } from './RequestBars.tsx'

/** Requests of two samples by host, or by type. */
export function CompareGroups({
  changes,
  letters,
  usualSize,
}: {
  changes: readonly RequestChange[]
  letters: Letters
  /** What the page's size usually is. */
  usualSize: Usual | undefined
}) {
  const [params, setParams] = useAddress()
  const isPhone = useIsPhone()
  if (changes.length === 0) return null
  const by = params.get('by') === 'type' ? 'type' : 'host'
  const title = by === 'type' ? 'By type' : 'By host'
  const groups = groupsOf(changes, by)
  const size = groups.reduce((sum, { bytes: [before] }) => sum + before, 0)
  return (
    <Panel
      title={title}
      actions={
        <SegmentedControl
          label="Sum requests up by"
          value={by}
          options={[
            { value: 'host', label: 'Host' },
            { value: 'type', label: 'Type' },
          ]}
          onChange={(value) =>
            setParams(withParam('by', value === 'type' ? value : null), { replace: true, preventScrollReset: true })
          }
        />
      }
    >
      <DataTable
        label={title}
        rows={groups}
        rowKey={({ name }) => name}
        columns={[
          {
            id: 'name',
            header: by === 'type' ? 'Type' : 'Host',
            grows: true,
            phone: 'title',
            cell: ({ name }) => <Breakable text={name} />,
          },
          {
            id: 'requests',
            header: 'Requests',
            phone: 'line',
            align: 'end',
            cell: (group) => (
              <Stacked below={failuresInWords(group, letters)}>
                {countInWords(group)}
                {/* a phone has no heads */}
                {isPhone && (group.requests[1] === 1 ? ' request' : ' requests')}
              </Stacked>
            ),
          },
          {
            id: 'change',
            header: 'Change',
            hint: 'How much longer the middle one of the requests took, and by how much their size has changed.',
            phone: 'aside',
            align: 'end',
            cell: (group) => <GroupDifference of={group} page={size} usualSize={usualSize} />,
          },
        ]}
      />
    </Panel>
  )
}

/** `+197 ms`, and below it `+14 kB` if the size has changed too. */
function GroupDifference({
  of: {
    longer,
    requests,
    bytes: [before, after],
  },
  page,
  usualSize,
}: {
  of: GroupChange
  /** The size of all groups before. */
  page: number
  usualSize: Usual | undefined
}) {
  if (requests.includes(0)) return <EmptyCell why="not in both samples" />
  const size = sizeChange(before, after, page, usualSize)
  const changes = [...(longer === undefined ? [] : [signed(longer, duration)]), ...(size === undefined ? [] : [size])]
  const [first, second] = changes
  if (first === undefined) return <AboutTheSame />
  return <Stacked below={second}>{first}</Stacked>
}

/** `13`, `12 → 13` */
function countInWords({ requests: [from, to] }: GroupChange): string {
  return from === to ? fullNumber(to) : `${fullNumber(from)} → ${fullNumber(to)}`
}

/** `1 failed in B`; empty if none did. */
function failuresInWords({ failed: [before, after] }: GroupChange, [a, b]: Letters): string {
  const failures = [
    before > 0 && `${fullNumber(before)} failed in ${a}`,
    after > 0 && `${fullNumber(after)} failed in ${b}`,
  ]
  return failures.filter(Boolean).join(', ')
}

import { Breakable } from '../../../kit/values/Breakable.tsx'
import { DataTable } from '../../../kit/tables/DataTable.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { duration, fullNumber, signed } from '../../../kit/format/format.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { sizeChange } from './difference.ts'
import { groupsOf, type GroupChange, type RequestChange } from './request-changes.ts'
import { AboutTheSame, Change, type Letters } from './RequestBars.tsx'

/** Requests of two samples by host, or by type. */
export function CompareGroups({ changes, letters }: { changes: readonly RequestChange[]; letters: Letters }) {
  const [params, setParams] = useAddress()
  if (changes.length === 0) return null
  const by = params.get('by') === 'type' ? 'type' : 'host'
  const title = by === 'type' ? 'By type' : 'By host'
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
        rows={groupsOf(changes, by)}
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
            cell: (group) => requestsInWords(group, letters),
          },
          {
            id: 'time',
            header: 'Time',
            hint: 'How much longer the middle one of the requests took.',
            phone: 'aside',
            align: 'end',
            cell: ({ longer, requests: [from, to] }) =>
              longer !== undefined ? (
                signed(longer, duration)
              ) : from > 0 && to > 0 ? (
                <AboutTheSame />
              ) : (
                <Change words={undefined} />
              ),
          },
          {
            id: 'size',
            header: 'Size',
            phone: 'end',
            align: 'end',
            cell: ({ bytes: [from, to] }) => <Change words={sizeChange(from, to)} />,
          },
        ]}
      />
    </Panel>
  )
}

/** `13`, `12 → 13`, `13, 1 failed in B` */
function requestsInWords({ requests: [from, to], failed: [before, after] }: GroupChange, [a, b]: Letters): string {
  const count = from === to ? fullNumber(to) : `${fullNumber(from)} → ${fullNumber(to)}`
  const failures = [
    before > 0 && `${fullNumber(before)} failed in ${a}`,
    after > 0 && `${fullNumber(after)} failed in ${b}`,
  ]
  return [count, ...failures.filter(Boolean)].join(', ')
}

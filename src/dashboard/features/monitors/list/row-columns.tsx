import { severities, type Monitor } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { MoreMenu, type MenuItem } from '../../../kit/actions/MoreMenu.tsx'
import { VisuallyHidden } from '../../../kit/layout/VisuallyHidden.tsx'
import type { Column } from '../../../kit/tables/DataTable.tsx'
import { paths } from '../../../paths.ts'
import { isUnjudged, ResultMark } from '../../samples/Severity.tsx'
import { isRunning, latestResultOf, type Kind } from '../reads.ts'
import { isForeign, nameOf, SelectCell } from './NameCell.tsx'
import { SelectAll } from './SelectAll.tsx'
import type { Bulk } from './use-bulk.ts'

interface Of {
  readonly scope: Scope
  readonly bulk: Bulk
}

export const selectColumn = (bulk: Bulk): Column<Monitor> => ({
  id: 'select',
  header: 'Select',
  unnamed: true,
  phone: 'select',
  head: bulk.ids.length > 0 && <SelectAll bulk={bulk} />,
  cell: (record) => <SelectCell record={record} bulk={bulk} />,
})

/** The mark of the last result. A phone's rows have it beside the result. */
export const markColumn: Column<Monitor> = {
  id: 'mark',
  header: 'Severity',
  unnamed: true,
  cell: (record) => {
    const { sample_type, judged } = latestResultOf(record) ?? {}
    const type = isUnjudged(sample_type, judged) ? undefined : sample_type
    return (
      <>
        <ResultMark type={type} />
        <VisuallyHidden>{severities[type ?? -1]}</VisuallyHidden>
      </>
    )
  },
}

/** What can be done with a row by itself. */
export const menuColumn = (kind: Kind, of: Of): Column<Monitor> => ({
  id: 'menu',
  header: 'More',
  unnamed: true,
  buttons: true,
  align: 'end',
  phone: 'menu',
  cell: (record) =>
    record.id === undefined ? null : (
      <MoreMenu
        label={`More about ${nameOf(record)}`}
        items={[
          ...(kind === 'monitor' ? monitorItems(record, record.id, of) : testItems(record.id, of)),
          {
            label: 'Delete…',
            isDanger: true,
            does: `${kind}s.delete`,
            onSelect: () => of.bulk.askToDelete(record.id),
          },
        ]}
      />
    ),
})

function monitorItems(monitor: Monitor, id: string, { scope, bulk }: Of): readonly MenuItem[] {
  const runs = isRunning(monitor)
  return [
    ...(isForeign(monitor) ? [] : [{ label: 'Edit', to: paths.editMonitor(scope, id) }]),
    {
      label: runs ? 'Pause' : 'Start',
      does: runs ? 'monitors.stop' : 'monitors.start',
      onSelect: () => void bulk.run(!runs, id),
    },
    { label: 'Clone', to: paths.newMonitor(scope, { from: id }) },
    { label: 'New test from this', to: paths.newTest(scope, { from: id }) },
  ]
}

const testItems = (id: string, { scope }: Of): readonly MenuItem[] => [
  { label: 'Edit and run again', to: paths.newTest(scope, { from: id, of: 'test' }) },
  { label: 'Create monitor from test', to: paths.newMonitor(scope, { from: id, of: 'test' }) },
]

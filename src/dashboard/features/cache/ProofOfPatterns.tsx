import type { NodeFinding } from '../../../contract/index.ts'
import { fullNumber } from '../../kit/format/format.ts'
import { Achieved, NoVerdict, Verdict } from '../../kit/marks/Mark.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import classes from './cache.module.css'
import { type Address, secondsOf } from './proof-words.ts'

/** What each edge node had stored of each pattern, tag or type before the purge, and after it. */
export function ProofOfPatterns({ addresses }: { addresses: readonly Address[] }) {
  if (addresses.length === 0) return null
  return (
    <DataTable
      label="Stored before and after, by edge node"
      columns={columns}
      rows={addresses.flatMap(rowsOf)}
      rowKey={({ key }) => key}
      explainsOnPhone={false}
    />
  )
}

interface PatternRow {
  readonly key: string
  readonly address: Address
  /** Undefined where no node was asked. */
  readonly before: NodeFinding | undefined
  readonly after: NodeFinding | undefined
}

function rowsOf(address: Address): readonly PatternRow[] {
  const { id, before, after } = address
  const nodes = before?.nodes ?? []
  if (nodes.length === 0) return [{ key: id, address, before: undefined, after: undefined }]
  return nodes.map((node) => {
    return { key: `${id} ${node.id}`, address, before: node, after: after?.nodes?.find((one) => one.id === node.id) }
  })
}

const columns: readonly Column<PatternRow>[] = [
  { id: 'path', header: 'Purged', grows: true, cell: ({ address: { path } }) => <strong>{path}</strong> },
  { id: 'node', header: 'Edge node', cell: ({ before }) => before?.location ?? <EmptyCell why="none was asked" /> },
  { id: 'before', header: 'Before', hint: 'Of all addresses that the node had stored.', cell: Before },
  { id: 'after', header: 'After', cell: After },
]

function Before({ address, before }: PatternRow) {
  if (before?.matched == null)
    return <Verdict severity="error">{address.before?.problem ?? 'It didn’t answer.'}</Verdict>
  const { matched, stored, examples = [] } = before
  return (
    <span className={classes.lines}>
      <span>
        {fullNumber(matched)} of {fullNumber(stored ?? 0)}
      </span>
      {examples.length > 0 && <span className={classes.examples}>{examples.slice(0, maxExamples).join(', ')}</span>}
    </span>
  )
}

const maxExamples = 3

function After({ address, before, after }: PatternRow) {
  if (before?.matched == null) return <EmptyCell why="not known before" />
  if (!address.after) return address.result === null ? 'Counting…' : <EmptyCell why="not checked" />
  if (after?.matched == null) return <Verdict severity="error">{address.after.problem ?? 'It didn’t answer.'}</Verdict>
  if (after.matched > 0) {
    const words = `${fullNumber(after.matched)} of ${fullNumber(after.stored ?? 0)}`
    if (before.matched === 0) return <NoVerdict>{words}</NoVerdict>
    return (
      <span className={classes.lines}>
        <Verdict severity="warning">{words}</Verdict>
        <span className={classes.under}>still stored or stored again by visitors</span>
      </span>
    )
  }
  if (before.matched === 0) return <NoVerdict>nothing stored</NoVerdict>
  const took = after.gone_after == null ? '' : ` after ${secondsOf(after.gone_after)}`
  return <Achieved>none left{took}</Achieved>
}

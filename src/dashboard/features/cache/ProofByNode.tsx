import type { StoredContent } from '../../../contract/index.ts'
import { bytes, shortId } from '../../kit/format/format.ts'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import classes from './cache.module.css'
import { type Address, nodeRowsOf, type NodeRow, secondsOf } from './proof-words.ts'
import type { ReactNode } from 'react'

/** What each edge node had stored of each path before the purge, and what it has after the visit. */
export function ProofByNode({ addresses }: { addresses: readonly Address[] }) {
  const rows = nodeRowsOf(addresses)
  if (rows.length === 0) return null
  return (
    <details className={classes.byNode}>
      <summary>By edge node: ETag, size and SHA-256</summary>
      <DataTable
        label="The proof by edge node"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        explainsOnPhone={false}
      />
    </details>
  )
}

const columns: readonly Column<NodeRow>[] = [
  { id: 'path', header: 'Path', grows: true, cell: ({ path }) => <code>{path}</code> },
  { id: 'node', header: 'Edge node', cell: ({ location }) => location },
  {
    id: 'gone',
    header: 'Purged in',
    hint: 'From the order until the node was seen without what it had stored.',
    cell: ({ goneAfter }) =>
      goneAfter === undefined ? <EmptyCell why="nothing stored before" /> : secondsOf(goneAfter),
  },
  {
    id: 'etag',
    header: 'ETag',
    cell: (row) => (
      <BeforeAndAfter
        of={row}
        show={({ etag }) =>
          etag === null ? <EmptyCell why="your server sends none" /> : <code title={etag}>{shortId(etag)}</code>
        }
      />
    ),
  },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    cell: (row) => (
      <BeforeAndAfter of={row} show={(one) => (one.size === null ? <NotHashed of={one} /> : bytes(one.size))} />
    ),
  },
  {
    id: 'hash',
    header: 'SHA-256',
    hint: 'Of the page or file as your server sent it, uncompressed.',
    cell: (row) => (
      <BeforeAndAfter
        of={row}
        show={(one) =>
          one.sha256 === null ? <NotHashed of={one} /> : <CopyValue value={one.sha256} what="SHA-256" short />
        }
      />
    ),
  },
]

function BeforeAndAfter({ of: { before, after }, show }: { of: NodeRow; show: (content: StoredContent) => ReactNode }) {
  return (
    <span className={classes.lines}>
      {(['Before', 'After'] as const).map((when) => {
        const content = when === 'Before' ? before : after
        return (
          <span key={when}>
            <VisuallyHidden>{when}: </VisuallyHidden>
            {content ? show(content) : <EmptyCell why="not stored, or not reported" />}
          </span>
        )
      })}
    </span>
  )
}

function NotHashed({ of: { not_hashed: why } }: { of: StoredContent }) {
  return <EmptyCell why={why === 'too large' ? 'too large to hash' : 'its coding can’t be undone'} />
}

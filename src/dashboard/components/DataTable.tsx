import type { ReactNode } from 'react'
import classes from './DataTable.module.css'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end, so that their digits line up. */
  readonly align?: 'end'
  readonly sortable?: boolean
  /** Takes what room is left, and breaks its lines. */
  readonly grows?: boolean
  /** As wide as its names are, up to a measure at which they break. */
  readonly names?: boolean
}

export interface Sort {
  readonly by: string
  readonly direction: 'asc' | 'desc'
  readonly onSort: (by: string, direction: 'asc' | 'desc') => void
}

interface Props<Row> {
  /** What the rows are: read out, not shown. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  /** The rows are about to be replaced. */
  busy?: boolean
}

/**
 * A table with wide rows, and a stack of rows on a narrow screen. The roles are written out because a table that is
 * not displayed as one loses them.
 */
export function DataTable<Row>({ label, columns, rows, rowKey, sort, busy = false }: Props<Row>) {
  return (
    <div className={classes.frame} data-busy={busy || undefined}>
      <table className={classes.table} aria-label={label} aria-busy={busy} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Header key={column.id} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td
                  key={column.id}
                  role="cell"
                  data-align={column.align}
                  data-grows={column.grows || undefined}
                  data-names={column.names || undefined}
                >
                  <span className={classes.label} aria-hidden="true">
                    {column.header}
                  </span>
                  <span className={classes.content}>{column.cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Header<Row>({ column, sort }: { column: Column<Row>; sort: Sort | undefined }) {
  if (!column.sortable || !sort) {
    return (
      <th role="columnheader" scope="col" data-align={column.align} data-plain>
        {column.header}
      </th>
    )
  }
  const sorted = sort.by === column.id
  const next = sorted && sort.direction === 'asc' ? 'desc' : 'asc'
  return (
    <th
      role="columnheader"
      scope="col"
      data-align={column.align}
      aria-sort={sorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className={classes.sort} onClick={() => sort.onSort(column.id, next)}>
        {column.header}
        <svg
          className={classes.arrow}
          viewBox="0 0 8 10"
          aria-hidden="true"
          data-direction={sorted ? sort.direction : 'none'}
        >
          <path d="M4 1v8M1 4l3-3 3 3" />
        </svg>
      </button>
    </th>
  )
}

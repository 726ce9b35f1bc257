import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useIsPhone } from '../layout/use-media.ts'
import { lazyWithRetry } from '../navigation/lazy-with-retry.ts'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import classes from './DataTable.module.css'

// few tables have any
const ColumnHint = lazy(lazyWithRetry(() => import('./ColumnHint.tsx')))

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** What the values are, where the header can't say it: a button in the head shows it. */
  readonly hint?: string
  readonly cell: (row: Row) => ReactNode
  /** For numbers, so that their digits line up. */
  readonly align?: 'end'
  readonly sortable?: boolean
  /** Takes the remaining width, or its share of it, and wraps. */
  readonly grows?: boolean
  /** Of buttons alone, for which paper has no use. */
  readonly buttons?: boolean
  /** As wide as its names, which wrap beyond a maximum width. */
  readonly names?: boolean
  /** Where it is in the two lines of a row on narrow screens, or below them. Columns without a place are left out there. */
  readonly phone?: 'select' | 'title' | 'aside' | 'line' | 'end' | 'foot' | 'menu'
  /** Where the cells say what they are, so that the heading is only read out. */
  readonly unnamed?: boolean
  /** Stands in the head instead of the heading, which is only read out: a checkbox for all rows. */
  readonly head?: ReactNode
}

export interface Sort {
  readonly by: string
  readonly direction: 'asc' | 'desc'
  readonly onSort: (by: string, direction: 'asc' | 'desc') => void
}

interface Props<Row> {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  /** The rows are about to be replaced. */
  busy?: boolean
  /** Whether a row is of something that is down, which tints it. */
  isDown?: (row: Row) => boolean
  /** Whether heads with a hint stay above the rows of a phone, where each cell has its own. */
  explainsOnPhone?: boolean
}

/**
 * A table that on phones stacks each row's cells, or puts those that have a place into two lines.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  sort,
  busy = false,
  isDown,
  explainsOnPhone = true,
}: Props<Row>) {
  const { frame, scrolls } = useScrolls()
  const isPhone = useIsPhone()
  const inTwoLines = columns.some(({ phone }) => phone)
  const shown = isPhone && inTwoLines ? columns.filter(({ phone }) => phone) : columns
  const growing = columns.filter(({ grows }) => grows).length
  // what a screen reader says before any other cell of the row
  const heads = columns.find(({ phone }) => phone === 'title') ?? columns.find((column) => !isMark(column))
  // a table loses its roles where CSS changes its display
  const role = (name: 'table' | 'rowgroup' | 'row' | 'cell') => (isPhone ? { role: name } : {})
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-busy={busy || undefined}
      // what scrolls must be reached by the keyboard
      {...(scrolls ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {})}
    >
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={busy}
        {...role('table')}
        data-two-lines={inTwoLines || undefined}
        style={{ ['--share' as string]: `${99 / Math.max(1, growing)}%` }}
      >
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {columns.map((column) => (
              <Header
                key={column.id}
                column={column}
                sort={sort}
                // rows of two lines have no heads to explain
                hint={isPhone && (inTwoLines || !explainsOnPhone) ? undefined : column.hint}
              />
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...role('row')} data-down={isDown?.(row) || undefined}>
              {shown.map((column) => (
                <td
                  key={column.id}
                  {...(column === heads ? { role: 'rowheader' } : role('cell'))}
                  data-align={column.align}
                  data-grows={column.grows || undefined}
                  data-names={column.names || undefined}
                  data-phone={column.phone}
                  data-unnamed={column.unnamed}
                  data-paper={column.buttons ? 'hidden' : undefined}
                >
                  {isPhone && !inTwoLines && (
                    <span className={classes.label} aria-hidden="true">
                      {column.header}
                    </span>
                  )}
                  {isPhone || column.names ? (
                    <span className={classes.content}>{column.cell(row)}</span>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a column has no words of its own: a checkbox, a mark or a menu. */
const isMark = ({ phone, unnamed }: Column<never>) => phone === 'select' || unnamed === true

/** Whether the table is wider than its frame. */
function useScrolls() {
  const frame = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    for (const one of [element, ...element.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return { frame, scrolls }
}

interface HeaderProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  hint: string | undefined
}

function Header<Row>({ column, sort, hint }: HeaderProps<Row>) {
  const explained = hint !== undefined && (
    <Suspense fallback={<span className={classes.hint} />}>
      <ColumnHint header={column.header} hint={hint} />
    </Suspense>
  )
  // without the button that explains it
  const name = hint === undefined && !column.head ? undefined : column.header
  if (!column.sortable || !sort) {
    return (
      <th
        role="columnheader"
        scope="col"
        data-align={column.align}
        data-phone={column.phone}
        data-unnamed={column.unnamed}
        data-paper={column.buttons ? 'hidden' : undefined}
        data-plain={(hint === undefined && !column.head) || undefined}
        aria-label={name}
      >
        {column.head ? (
          column.head
        ) : column.unnamed ? (
          <VisuallyHidden>{column.header}</VisuallyHidden>
        ) : explained ? (
          <Explained header={column.header}>{explained}</Explained>
        ) : (
          <span>{column.header}</span>
        )}
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
      aria-label={name}
      aria-sort={sorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <span className={classes.explained}>
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
        {explained}
      </span>
    </th>
  )
}

/** A heading whose last word keeps the button that explains it beside it, wherever it wraps. */
function Explained({ header, children }: { header: string; children: ReactNode }) {
  const last = header.lastIndexOf(' ') + 1
  return (
    <>
      <span>{header.slice(0, last)}</span>
      <span className={classes.explained}>
        <span>{header.slice(last)}</span>
        {children}
      </span>
    </>
  )
}

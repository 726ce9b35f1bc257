import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { Choice } from '../choices/Choice.tsx'
import classes from './Paging.module.css'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { fullNumber } from '../format/format.ts'

const sizes = ['10', '25', '50', '100'] as const
const usualSize = 25

interface Props {
  page: number
  perPage: number
  /** Undefined if the service doesn't report it. There is then a next page as long as this one is full. */
  total: number | undefined
  /** Whether there are more than `total`, which nobody has counted. */
  more?: boolean
  /** Rows on this page. */
  shown?: number
  /** Names the items, in the plural. */
  what: string
  onChange: (change: { page?: number; per_page?: number }) => void
}

/**
 * Shows the position in a list and moves between its pages; nothing where all rows are on one page, unless that's larger than
 * usual and they would fill several.
 */
export function Paging({ page, perPage, total: reported, more = false, shown = 0, what, onChange }: Props) {
  const go = (to: number, { currentTarget }: MouseEvent) => {
    onChange({ page: to })
    // another page begins at its first row
    const list = currentTarget.closest('nav')?.previousElementSibling
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView()
  }
  const before = (page - 1) * perPage
  const total = reported ?? before + shown + (shown < perPage ? 0 : 1)
  const pages = Math.max(1, Math.ceil(total / perPage))
  if (page === 1 && !more && total <= Math.min(perPage, usualSize)) return null
  const first = before + 1
  const last = Math.min(reported ?? before + shown, page * perPage)
  const options = sizes.some((size) => size === String(perPage)) ? sizes : [...sizes, String(perPage)]
  return (
    <nav className={classes.paging} aria-label={`Pages of ${what}`}>
      {/* how many there are is said by the list */}
      <VisuallyHidden role="status">Page {fullNumber(page)}</VisuallyHidden>
      <span className={classes.place}>
        {first > last
          ? `Page ${fullNumber(page)} of ${fullNumber(pages)}`
          : `${fullNumber(first)}–${fullNumber(last)}${reported === undefined ? '' : ` of ${more ? 'more than ' : ''}${fullNumber(reported)}`}`}
      </span>
      <Choice
        label="Rows per page"
        value={String(perPage)}
        options={options.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ per_page: Number(value), page: 1 })}
      />
      <Button variant="default" disabled={page <= 1} onClick={(event) => go(Math.min(page - 1, pages), event)}>
        Previous
      </Button>
      <Button variant="default" disabled={page >= pages} onClick={(event) => go(page + 1, event)}>
        Next
      </Button>
    </nav>
  )
}

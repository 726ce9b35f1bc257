import type { ReactNode } from 'react'
import { plural } from '../format/format.ts'
import hidden from '../layout/VisuallyHidden.module.css'

interface Props {
  /** How many there are; undefined while it isn't known. */
  count: number | undefined
  /** Whether there are more, which nobody has counted. */
  more?: boolean | undefined
  /** One of them, and several: "site", "sites". */
  what: readonly [one: string, many: string]
  /** The text searched for; empty without a search. */
  searched?: string
  /** Whether filters apply. */
  filtered?: boolean
  /** Shown in place of the list if there are none. */
  children?: ReactNode
}

/**
 * Says how many a search or a filter finds to those who can't see it, and shows to everyone that there are none. It has to
 * stay in the page: screen readers don't announce a region that comes with its text (WCAG 2.2, 4.1.3).
 */
export function Found({ count, children, ...words }: Props) {
  return (
    <div role="status" className={count === 0 ? undefined : hidden['hidden']}>
      {count === 0 ? children : count !== undefined && foundInWords(count, words)}
    </div>
  )
}

/** How many a list has, seen from one of its pages; undefined if there is no such page. */
export function countOn(page: number, shown: number, total: number | undefined): number | undefined {
  if (shown > 0) return total
  return page > 1 ? undefined : 0
}

/** "12 sites match “shop”" */
export function foundInWords(
  count: number,
  { what: [one, many], searched = '', filtered = false, more = false }: Omit<Props, 'count' | 'children'>,
): string {
  if (!searched && !filtered) return `All ${many}: ${count}`
  const found = `${more ? 'More than ' : ''}${plural(count, one, many)} ${count === 1 && !more ? 'matches' : 'match'}`
  return searched ? `${found} “${searched}”` : `${found} these filters`
}

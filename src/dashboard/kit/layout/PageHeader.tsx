import { Breakable } from '../values/Breakable.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './PageHeader.module.css'
import { fullNumber } from '../format/format.ts'
import { useAfterHeading } from '../navigation/use-after-heading.ts'
import { LinkButton } from '../actions/LinkButton.tsx'
import { linkTo } from '../ranges/shown-range.ts'
import { CopyButton } from '../values/CopyValue.tsx'
import { LinkIcon, PlusIcon } from '../marks/icons.tsx'

export interface Crumb {
  readonly label: string
  readonly to: string
}

interface Props {
  title: string
  /** The tab's title, if it differs from the heading. */
  documentTitle?: string
  /** How many items the page's list has on all its pages, as it is filtered. */
  count?: number | undefined
  /** Shown next to the heading, such as a state. */
  beside?: ReactNode
  crumbs?: readonly Crumb[]
  /** Where a copied link leads, if the page's own address wouldn't show it again. */
  link?: string
  /** What the page's list gets one more by. In narrow windows, a plus in the bar. */
  add?: Crumb
  actions?: ReactNode
  children?: ReactNode
}

/**
 * A page's breadcrumbs, heading and actions. The heading is the only h1 and receives focus after navigation. Put what is
 * below it into a PageBody. In narrow windows the breadcrumbs, or else the heading, stand in the bar on top.
 */
export function PageHeader({
  title,
  documentTitle = title,
  count,
  beside,
  crumbs = [],
  link,
  add,
  actions,
  children,
}: Props) {
  useDocumentTitle(`${documentTitle} · Site Performance`)
  const isWhole = useAfterHeading() !== undefined
  return (
    <header className={classes.header}>
      {crumbs.length > 0 && (
        <nav className={classes.trail} aria-label="Breadcrumbs">
          <ol className={classes.crumbs}>
            {crumbs.map((crumb) => (
              <li key={crumb.to}>
                <Link to={crumb.to}>{crumb.label}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes.line}>
        <div className={classes.title}>
          <h1 tabIndex={-1}>
            <Breakable text={title} />
          </h1>
          {count !== undefined && (
            <span className={classes.count}>
              {fullNumber(count)}
              <VisuallyHidden> in the list</VisuallyHidden>
            </span>
          )}
          {beside}
        </div>
        <div className={classes.actions}>
          {isWhole && actions}
          {isWhole && add && (
            <LinkButton to={add.to} className={classes.add ?? ''} leftSection={<PlusIcon />}>
              {add.label}
            </LinkButton>
          )}
          <span className={classes.link}>
            <CopyButton value={() => addressOf(link)} what="link" icon={<LinkIcon />} />
          </span>
        </div>
      </div>
      {isWhole && children}
    </header>
  )
}

function addressOf(link: string | undefined): string {
  const { href } = window.location
  return link === undefined ? linkTo(href, Date.now()) : new URL(link, href).href
}

import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './SiteTabs.module.css'
import type { SiteTab } from '../tabs.ts'

/** Links to a site's pages. */
export function SiteTabs({ tabs, current }: { tabs: readonly SiteTab[]; current: SiteTab | undefined }) {
  const bar = useRef<HTMLElement>(null)
  const to = current?.to
  useEffect(() => {
    // the next frame lays out the page anyway
    const frame = requestAnimationFrame(() => showTab(bar.current, to))
    return () => cancelAnimationFrame(frame)
  }, [to])
  return (
    <nav ref={bar} className={classes.tabs} aria-label="Site pages" data-paper="hidden">
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab === current ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/** Brings the tab of a page into view where not all of them fit, without moving the page. */
function showTab(bar: HTMLElement | null, to: string | undefined): void {
  const tab = [...(bar?.querySelectorAll('a') ?? [])].find((link) => link.pathname === to)
  if (bar && tab) bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2
}

import type { ReactNode } from 'react'
import classes from './ExternalLink.module.css'
import { ExternalIcon } from './icons.tsx'

/** A link that opens in a new tab. Only http and https addresses become links. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <span>{href}</span>
  return (
    <a className={classes.link} href={href} target="_blank" rel="noreferrer">
      {children}
      <ExternalIcon />
    </a>
  )
}

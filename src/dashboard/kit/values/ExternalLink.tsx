import type { ReactNode } from 'react'
import { Breakable } from './Breakable.tsx'
import classes from './ExternalLink.module.css'
import { ExternalIcon } from '../marks/icons.tsx'

/** A link that opens in a new tab. Only http and https addresses become links. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <span>{href}</span>
  return (
    <a
      className={classes.link}
      data-words={typeof children === 'string' ? undefined : true}
      href={href}
      target="_blank"
      rel="noreferrer"
    >
      <span className={classes.words}>{typeof children === 'string' ? <Breakable text={children} /> : children}</span>
      <ExternalIcon />
    </a>
  )
}

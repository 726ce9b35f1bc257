import type { ReactNode } from 'react'
import { Breakable } from './Breakable.tsx'
import classes from './ExternalLink.module.css'
import { ExternalIcon } from '../marks/icons.tsx'

interface Props {
  href: string
  children: ReactNode
  /** Stays on its line, and is cut off where that ends. */
  isCut?: boolean
}

/** A link that opens in a new tab. Only http and https addresses become links. */
export function ExternalLink({ href, children, isCut = false }: Props) {
  if (!/^https?:\/\//i.test(href)) return <span>{href}</span>
  return (
    <a
      className={classes.link}
      data-words={typeof children === 'string' ? undefined : true}
      data-cut={isCut || undefined}
      title={isCut ? href : undefined}
      href={href}
      target="_blank"
      rel="noreferrer"
    >
      <span className={classes.words}>
        {typeof children === 'string' && !isCut ? <Breakable text={children} /> : children}
      </span>
      <ExternalIcon />
    </a>
  )
}

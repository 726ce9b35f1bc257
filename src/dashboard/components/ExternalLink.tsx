import { Fragment, type ReactNode } from 'react'
import classes from './ExternalLink.module.css'
import { ExternalIcon } from './icons.tsx'

/** A link that opens in a new tab. Only http and https addresses become links. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <span>{href}</span>
  return (
    <a className={classes.link} href={href} target="_blank" rel="noreferrer">
      {typeof children === 'string' ? <Address text={children} /> : children}
      <span className={classes.icon}>
        <ExternalIcon />
      </span>
    </a>
  )
}

/** Breaks between the parts of an address rather than within one. */
function Address({ text }: { text: string }) {
  const parts = text.split(/(?<=[^/]\/)(?!\/)|(?=[?&])/)
  return parts.map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

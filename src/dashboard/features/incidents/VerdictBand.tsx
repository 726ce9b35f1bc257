import { Fragment, useState, type ReactNode } from 'react'
import { severities } from '../../../contract/index.ts'
import { Band } from '../../kit/feedback/Band.tsx'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import classes from './VerdictBand.module.css'

interface Props {
  /** The band's accessible name. */
  label?: string
  /** As of an issue; 0 if nothing is wrong, undefined if that isn't known. */
  severity: number | undefined
  title: ReactNode
  /** What else there is to say, the most important first. */
  parts: readonly ReactNode[]
  /** Links to the evidence. */
  links?: ReactNode
  /** At the end. */
  aside?: ReactNode
}

const toneOf = (severity: number | undefined) => {
  const name = severities[severity ?? -1]
  return name === 'ok' ? 'healthy' : (name ?? 'unjudged')
}

/** What is wrong with a site: loud if something is, quiet otherwise. */
export function VerdictBand({ label, severity, title, parts, links, aside }: Props) {
  return (
    <Band
      {...(label === undefined ? {} : { label })}
      tone={toneOf(severity)}
      title={title}
      detail={
        parts.length > 0 && (
          <span className={classes.parts}>
            {parts.map((part, i) => (
              // parts have no identity but their place
              <Fragment key={i}>
                {i > 0 && ' · '}
                {part}
              </Fragment>
            ))}
          </span>
        )
      }
      actions={links}
      aside={aside}
    />
  )
}

/** Takes the place of a link that arrives later, as high as that is to a finger. */
export function LaterLink() {
  // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- without href it is HTML’s placeholder for a link
  return <a>{'\u00a0'}</a>
}

/** Announces a verdict when it changes, not when it first appears. It has to stay when the band is replaced. */
export function VerdictAnnouncement({ text }: { text: string }) {
  const [last, setLast] = useState(text)
  const [isChanged, setIsChanged] = useState(false)
  if (text !== last) {
    setLast(text)
    setIsChanged(true)
  }
  return <VisuallyHidden role="status">{isChanged && text}</VisuallyHidden>
}

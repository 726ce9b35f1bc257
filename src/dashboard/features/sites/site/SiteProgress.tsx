import { VisuallyHidden } from '../../../kit/layout/VisuallyHidden.tsx'
import type { Site } from '../reads.ts'
import { CheckIcon } from '../../../kit/marks/icons.tsx'
import { dnsVerdict, isIpAddress, type DnsVerdict } from '../dns.ts'
import classes from './SiteProgress.module.css'

/** A new site's way to its visitors. Nothing once it's there, or if the service doesn't say what DNS has. */
export function SiteProgress({ site, isMeasured }: { site: Site; isMeasured: boolean }) {
  const verdict = dnsVerdict(site)
  if (site.optimizer !== 'preview' || verdict.kind === 'not reported' || isIpAddress(site.host)) return null
  const isPointing = verdict.kind === 'matches'
  const isImpossible = site.dns?.root_domain === true && !isPointing
  const steps = [
    {
      name: 'Created',
      note: isMeasured ? 'Its home page is measured.' : 'No monitor checks its home page.',
      isDone: true,
    },
    {
      name: 'DNS',
      note: isImpossible ? 'A root domain can’t have the record.' : dnsNotes[verdict.kind],
      isDone: isPointing,
    },
    {
      name: 'Live',
      note: isPointing
        ? 'Within about a minute.'
        : isImpossible
          ? 'Only with the record.'
          : 'As soon as the record matches.',
      isDone: false,
    },
  ]
  const current = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className={classes.steps} aria-label="Progress of the site">
      {steps.map(({ name, note, isDone }, i) => (
        <li key={name} className={classes.step} data-done={isDone} aria-current={i === current ? 'step' : undefined}>
          <span className={classes.mark} aria-hidden="true">
            {isDone ? <CheckIcon /> : i + 1}
          </span>
          <span>
            <strong>{name === 'DNS' ? <a href="#dns">DNS</a> : name}</strong>
            <VisuallyHidden>{isDone ? ', done' : ''}</VisuallyHidden>
            <span className={classes.note}>{note}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

const dnsNotes = {
  matches: 'The record is right.',
  differs: 'The record has another value.',
  missing: 'Waiting for the record.',
  'not checked': 'Not checked yet.',
} as const satisfies Record<Exclude<DnsVerdict['kind'], 'not reported'>, string>

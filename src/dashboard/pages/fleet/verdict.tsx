import { causeInWords, type FleetSite, severities, verdictInWords } from '../../../contract/index.ts'
import { ResultMark, Verdict } from '../../components/Mark.tsx'
import classes from './fleet.module.css'

/** What is wrong with a site, or that nothing is. */
export function SiteVerdict({ site }: { site: FleetSite }) {
  const cause = site.cause === null ? null : causeInWords({ cause: site.cause, host: site.host })
  const words = verdictInWords({ ...site, cause })
  const more = site.incidents > 1 ? ` (${site.incidents} incidents)` : ''
  const severity = site.trouble === 'healthy' || site.severity > 0 ? severities[site.severity] : undefined
  if (severity) {
    return (
      <Verdict severity={severity}>
        {words}
        {more}
      </Verdict>
    )
  }
  return (
    <span className={classes.marked}>
      <ResultMark type={undefined} />
      {words}
    </span>
  )
}

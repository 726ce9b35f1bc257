import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AlertRuleRecord, slowRounds } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { paths } from '../../../paths.ts'
import { rulesOf } from '../../alerts/reads.ts'
import { LimitFields } from '../LimitFields.tsx'
import classes from '../monitors-and-tests.module.css'
import type { SectionProps } from './section.ts'

/** Sets the limits of a new monitor. */
export function AlertMe({ scope, draft, errors, onChange }: SectionProps & { scope: Scope }) {
  const { data: alerts } = useQuery({ ...rulesOf(scope), retry: false })
  const isUncovered = alerts?.rules.every((rule) => !coversSlow(rule)) === true
  return (
    <Panel title="Alert me when">
      <LimitFields type={draft.type} typed={draft.limits} errors={errors} onChange={(limits) => onChange({ limits })} />
      <p className={classes.hint}>
        An incident opens once {slowRounds.over} of {slowRounds.of} rounds are over a limit.{' '}
        {isUncovered ? (
          <>
            No alert rule covers slow pages yet. <Link to={paths.newAlertRule(scope)}>Create one</Link>
          </>
        ) : (
          <>
            <Link to={paths.alerts(scope)}>Alerts</Link> say who hears about it.
          </>
        )}
      </p>
    </Panel>
  )
}

/** Whether a rule can report that a monitor that is yet to be created is over a limit, which may be a warning only. */
function coversSlow({
  enabled,
  kinds,
  min_severity: least,
  slow_by: by,
  site_ids: sites,
  monitor_ids,
}: AlertRuleRecord) {
  return (
    enabled &&
    (kinds?.includes('slow') ?? true) &&
    least <= 1 &&
    by !== 'unusual' &&
    // one about sites may be about the new monitor's
    (sites !== null || monitor_ids === null)
  )
}

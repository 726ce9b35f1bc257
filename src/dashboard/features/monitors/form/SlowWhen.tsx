import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AlertRuleRecord, joinWithAnd, slowRounds } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { ActionLink } from '../../../kit/actions/LinkButton.tsx'
import { Notice } from '../../../kit/feedback/Notice.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { paths } from '../../../paths.ts'
import { rulesOf } from '../../alerts/reads.ts'
import { LimitFields } from '../LimitFields.tsx'
import classes from '../monitors-and-tests.module.css'
import type { SectionProps } from './section.ts'

/** The rules that can report that a new monitor is slow; undefined where they aren't known. */
export function useSlowRules(scope: Scope): readonly AlertRuleRecord[] | undefined {
  const { data: alerts } = useQuery({ ...rulesOf(scope), retry: false })
  return alerts?.rules.filter(coversSlow)
}

interface Props extends SectionProps {
  scope: Scope
  rules: readonly AlertRuleRecord[] | undefined
}

/** Sets the limits of a new monitor, and says who is told when it's over one. */
export function SlowWhen({ scope, rules, draft, errors, onChange }: Props) {
  const isLimited = Object.values(draft.limits).some((typed) => typed !== '')
  return (
    <Panel title="Slow when">
      <LimitFields type={draft.type} typed={draft.limits} errors={errors} onChange={(limits) => onChange({ limits })} />
      <p className={classes.hint}>
        An incident opens once {slowRounds.over} of {slowRounds.of} rounds are over a limit.
        {rules && rules.length > 0 && (
          <>
            {' '}
            <Link to={paths.alerts(scope)}>Alerts</Link> go out by {joinWithAnd(rules.map(({ name }) => `“${name}”`))}.
          </>
        )}
      </p>
      {rules?.length === 0 && (
        <Notice tone={isLimited ? 'warning' : 'plain'}>
          <p>
            {nobodyIsTold} <ActionLink to={paths.newAlertRule(scope)}>Create a rule</ActionLink>. What you’ve entered
            here is kept.
          </p>
        </Notice>
      )}
    </Panel>
  )
}

export const nobodyIsTold = 'Nobody is told: no rule covers slow pages.'

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

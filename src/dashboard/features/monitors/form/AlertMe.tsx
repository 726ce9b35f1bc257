import { Link } from 'react-router'
import { slowRounds } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { paths } from '../../../paths.ts'
import { LimitFields } from '../LimitFields.tsx'
import classes from '../monitors-and-tests.module.css'
import type { SectionProps } from './section.ts'

/** Sets the limits of a new monitor. */
export function AlertMe({ scope, draft, errors, onChange }: SectionProps & { scope: Scope }) {
  return (
    <Panel title="Alert me when">
      <LimitFields type={draft.type} typed={draft.limits} errors={errors} onChange={(limits) => onChange({ limits })} />
      <p className={classes.hint}>
        An incident opens once {slowRounds.over} of {slowRounds.of} rounds are over a limit.{' '}
        <Link to={paths.alerts(scope)}>Alerts</Link> say who hears about it.
      </p>
    </Panel>
  )
}

import { Fragment } from 'react'
import { Link } from 'react-router'
import type { AlertRuleRecord } from '../../../contract/index.ts'
import type { AnyScope } from '../../api/scope.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { channelsIn } from './channels.ts'
import { aboutUnlessNamed } from './words.ts'
import { readerOf } from '../sites/server-words.ts'
import { useIsNarrow } from '../../kit/layout/use-media.ts'
import { paths } from '../../paths.ts'
import classes from './alerts.module.css'
import { RuleMenu } from './RuleActions.tsx'
import { TestOutcome, useRuleTest } from './rule-test.tsx'
import { RuleState } from './RuleState.tsx'

interface Props {
  scope: AnyScope
  rules: readonly AlertRuleRecord[]
}

/** The rules, each with what it reports, to whom, and what can be done with it. */
export function RuleTable({ scope, rules }: Props) {
  const test = useRuleTest(scope)
  const { tested } = test
  const isNarrow = useIsNarrow()
  const state: Column<AlertRuleRecord> = {
    id: 'state',
    header: 'State',
    cell: (rule) => <RuleState rule={rule} />,
  }
  const columns: readonly Column<AlertRuleRecord>[] = [
    {
      id: 'name',
      header: 'Rule',
      grows: true,
      phone: 'title',
      cell: (rule) => (
        <Stacked
          below={
            <>
              {aboutUnlessNamed(rule, readerOf(scope))}
              <span className={classes.line}>
                To <Recipients rule={rule} />
              </span>
              {isNarrow && <RuleState rule={rule} />}
            </>
          }
        >
          <Link to={paths.alertRule(scope, rule.id)} className={classes.text}>
            {rule.name}
          </Link>
        </Stacked>
      ),
    },
    ...(isNarrow ? [] : [state]),
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      buttons: true,
      phone: 'aside',
      cell: (rule) => <RuleMenu scope={scope} rule={rule} test={test} />,
    },
  ]
  return (
    <>
      <DataTable label="Rules" columns={columns} rows={rules} rowKey={({ id }) => id} />
      {/* not of a rule that's gone */}
      {(!tested || rules.some(({ id }) => id === tested.rule.id)) && <TestOutcome test={test} />}
    </>
  )
}

/** Where a rule's alerts go, by each of its channels. */
function Recipients({ rule }: { rule: AlertRuleRecord }) {
  return channelsIn(rule).map(({ channel, target }, i) => (
    <Fragment key={channel}>
      {i > 0 && ' and '}
      {target !== null ? (
        <span className={classes.text}>
          <Breakable text={target} /> ({channel})
        </span>
      ) : rule.recipient === 'partner' ? (
        'your hosting provider'
      ) : (
        <EmptyCell why="no address" />
      )}
    </Fragment>
  ))
}

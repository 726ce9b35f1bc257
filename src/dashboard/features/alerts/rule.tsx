import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { rulesOf } from './reads.ts'
import { anyScopeOf, useAnyScope } from '../../api/scope.ts'
import { load } from '../../api/queries.ts'
import { NotFoundNotice } from '../../kit/feedback/NotFoundNotice.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { paths } from '../../paths.ts'
import { pageError } from '../errors/page-error.tsx'
import { NotOffered } from './NotOffered.tsx'
import { draftOf } from './rule-draft.ts'
import { RuleActions } from './RuleActions.tsx'
import { RuleDeliveries } from './RuleDeliveries.tsx'
import { RuleForm } from './RuleForm.tsx'
import { RuleState } from './RuleState.tsx'
import { TestOutcome, useRuleTest } from './rule-test.tsx'

const AccountFinder = lazy(lazyWithRetry(() => import('../accounts/AccountFinder.tsx')))

export function loader({ params }: LoaderFunctionArgs) {
  return load(rulesOf(anyScopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Alert rule' })

/** Changes a rule, and shows what it sent last. */
function RulePage() {
  const scope = useAnyScope()
  const listCrumbs = useListCrumbs(scope)
  const { ruleId } = useParams()
  const navigate = useNavigate()
  const test = useRuleTest(scope)
  const { data } = useSuspenseQuery(rulesOf(scope))
  if (!data) return <NotOffered title="Alert rule" />
  const rule = data.rules.find(({ id }) => id === ruleId)
  const crumbs = [...listCrumbs, { label: 'Alerts', to: paths.alerts(scope) }]
  // an account holder's link looks the same as a partner's
  if (!rule && scope.kind === 'partner' && ruleId) return <AccountFinder sought={{ kind: 'alert rule', id: ruleId }} />
  if (!rule)
    return (
      <>
        <PageHeader title="Alert rule" crumbs={crumbs} />
        <PageBody>
          <NotFoundNotice
            what="This rule"
            action={
              <Button variant="default" component={Link} to={paths.alerts(scope)}>
                Go to the alerts
              </Button>
            }
          />
        </PageBody>
      </>
    )
  return (
    <>
      <PageHeader
        title={rule.name}
        documentTitle={`Alert rule ${rule.name}`}
        crumbs={crumbs}
        actions={
          <RuleActions scope={scope} rule={rule} test={test} onDeleted={() => void navigate(paths.alerts(scope))} />
        }
      >
        <RuleState rule={rule} alone />
      </PageHeader>
      <PageBody>
        <TestOutcome test={test} />
        <RuleForm
          key={rule.id}
          scope={scope}
          id={rule.id}
          initial={draftOf(rule)}
          hasSecret={draftOf(rule).channels.includes('webhook')}
        />
        <RuleDeliveries scope={scope} rule={rule} />
      </PageBody>
    </>
  )
}

export { RulePage as Component }

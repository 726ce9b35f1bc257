import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { alertLimits } from '../../../contract/index.ts'
import { rulesOf } from './reads.ts'
import { anyScopeOf, useAnyScope } from '../../api/scope.ts'
import { load } from '../../api/queries.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { paths } from '../../paths.ts'
import { pageError } from '../errors/page-error.tsx'
import { NotOffered } from './NotOffered.tsx'
import { emptyDraft } from './rule-draft.ts'
import { RuleForm } from './RuleForm.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  return load(rulesOf(anyScopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'New alert rule' })

function NewRulePage() {
  const scope = useAnyScope()
  const listCrumbs = useListCrumbs(scope)
  const { data } = useSuspenseQuery(rulesOf(scope))
  if (!data) return <NotOffered title="New alert rule" />
  return (
    <>
      <PageHeader title="New alert rule" crumbs={[...listCrumbs, { label: 'Alerts', to: paths.alerts(scope) }]} />
      <PageBody>
        {data.rules.length >= alertLimits.rules && (
          <Notice tone="warning">
            There are {alertLimits.rules} rules already, as many as allowed. Delete one before you add another.
          </Notice>
        )}
        <RuleForm scope={scope} initial={emptyDraft} />
      </PageBody>
    </>
  )
}

export { NewRulePage as Component }

import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { openIncidentsOf, rulesOf } from './reads.ts'
import { anyScopeOf, useAnyScope } from '../../api/scope.ts'
import { loadWithin } from '../../api/load-within.ts'
import { load } from '../../api/queries.ts'
import { LinkButton } from '../../kit/actions/LinkButton.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { paths } from '../../paths.ts'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { pageError } from '../errors/page-error.tsx'
import { Deliveries } from './Deliveries.tsx'
import { NotOffered } from './NotOffered.tsx'
import { FailingBand } from './FailingBand.tsx'
import { OpenIncidents } from './OpenIncidents.tsx'
import { RuleTable } from './RuleTable.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const scope = anyScopeOf(params)
  await Promise.all([load(rulesOf(scope)), loadWithin(openIncidentsOf(scope))])
  return null
}

export const ErrorBoundary = pageError({ title: 'Alerts' })

/** Who hears about incidents, and what was sent to whom. */
function AlertsPage() {
  const scope = useAnyScope()
  const query = rulesOf(scope)
  const { data } = useSuspenseQuery(query)
  const crumbs = useListCrumbs(scope)
  if (!data) return <NotOffered title="Alerts" />
  const add = { label: 'New rule', to: paths.newAlertRule(scope) }
  const create = (
    <LinkButton variant="default" to={add.to}>
      {add.label}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Alerts" crumbs={crumbs} add={add} />
      <PageBody>
        <FailingBand scope={scope} />
        <OpenIncidents scope={scope} />
        <Panel title="Rules" bare actions={<LastUpdated of={[query]} />}>
          {data.rules.length > 0 ? (
            <RuleTable scope={scope} rules={data.rules} />
          ) : (
            <EmptyState title="No alert rules yet" action={create}>
              {scope.kind === 'partner'
                ? 'Rules decide which incidents of your accounts you hear about, by email or webhook.'
                : 'Rules decide who hears about which incidents, by email or webhook.'}
            </EmptyState>
          )}
        </Panel>
        <Deliveries scope={scope} rules={data.rules} />
      </PageBody>
    </>
  )
}

export { AlertsPage as Component }

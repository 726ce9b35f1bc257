import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { load } from '../../api/queries.ts'
import { anyScopeOf, useAnyScope } from '../../api/scope.ts'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { paths } from '../../paths.ts'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { pageError } from '../errors/page-error.tsx'
import { InvitationTable } from './InvitationTable.tsx'
import { NotOffered } from './NotOffered.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { peopleOf } from './reads.ts'
import { RequiredFactor } from './RequiredFactor.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  return load(peopleOf(anyScopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'People' })

/** Who works in an account, or for a partner and so in all its accounts. */
function PeoplePage() {
  const scope = useAnyScope()
  const query = peopleOf(scope)
  const { data } = useSuspenseQuery(query)
  const crumbs = useListCrumbs(scope)
  if (!data) return <NotOffered title="People" />
  const { people, invitations } = data
  return (
    <>
      <PageHeader
        title="People"
        count={people.length}
        crumbs={crumbs}
        add={{ label: 'Invite', to: paths.invite(scope) }}
        actions={<LastUpdated of={[query]} />}
      >
        <p>
          {scope.kind === 'partner'
            ? 'Everybody here can work in all of the partner’s accounts.'
            : scope.kind === 'account'
              ? 'They work in this account alone. Your own people can work in it too.'
              : 'They work in this account. Your hosting provider’s people can work in it too.'}
        </p>
      </PageHeader>
      <PageBody>
        <PeopleTable scope={scope} people={people} />
        {people.length > 0 && <RequiredFactor scope={scope} people={people} isRequired={data.factor_required} />}
        {invitations.length > 0 && (
          <Panel title="Open invitations" bare>
            <InvitationTable scope={scope} invitations={invitations} />
          </Panel>
        )}
      </PageBody>
    </>
  )
}

export { PeoplePage as Component }

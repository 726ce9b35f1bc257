import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { capabilitiesOf, recordOf } from '../reads.ts'
import { load } from '../../../api/queries.ts'
import { scopeOf, useScope } from '../../../api/scope.ts'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { paths } from '../../../paths.ts'
import { EditForm } from '../form/EditForm.tsx'
import { nameOf } from '../list/NameCell.tsx'
import { pageError } from '../../errors/page-error.tsx'

export function loader({ params }: LoaderFunctionArgs): Promise<null> {
  const scope = scopeOf(params)
  return load(capabilitiesOf(scope), recordOf(scope, 'monitor', params['monitorId'] ?? ''))
}

export const ErrorBoundary = pageError({ title: 'Edit monitor', about: 'monitor' })

/** Changes a monitor. */
function EditMonitorPage() {
  const scope = useScope()
  const listCrumbs = useListCrumbs(scope)
  const { monitorId: id = '' } = useParams()
  const { data: offer } = useSuspenseQuery(capabilitiesOf(scope))
  const { data: monitor } = useSuspenseQuery(recordOf(scope, 'monitor', id))
  const place = scope.kind === 'account' ? scope.account : scope.user
  return (
    <>
      <PageHeader
        title={`Edit ${nameOf(monitor)}`}
        crumbs={[
          ...listCrumbs,
          { label: 'Monitors', to: paths.monitors(scope) },
          { label: nameOf(monitor), to: paths.monitor(scope, id) },
        ]}
      />
      <PageBody>
        <EditForm key={id} scope={scope} id={id} monitor={monitor} offer={offer} name={`monitor.edit.${place}.${id}`} />
      </PageBody>
    </>
  )
}

export { EditMonitorPage as Component }
